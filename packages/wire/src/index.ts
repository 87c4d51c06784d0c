export { decodeFrame, encodeClose, encodePush, encodeReply, isVsn, type Frame, type Ref, type Vsn } from './frame.js'
export {
  openSocket,
  PushError,
  type SocketClient,
  type SocketOptions,
  type ConnectionState,
  type TopicSubscription,
} from './socket.js'
