export { decodeFrame, encodeClose, encodePush, encodeReply, isVsn, type Frame, type Ref, type Vsn } from './frame.js'
export { openSocket, PushError, type Line, type LineOptions, type LineState, type TopicLine } from './socket.js'
