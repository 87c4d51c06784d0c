import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { PublicRecordingSettings, RecordingSettings } from '../../recordings.js'
import { Data, LenientText } from '../../scalars.js'

export const recordingSettingsEndpoints = defineEndpoints({
  'GET /api/recording_settings': {
    allow: 'public',
    query: Type.Object({ account_id: LenientText }),
    response: { 200: Data(PublicRecordingSettings) },
  },

  'GET /api/account/recording_settings': {
    allow: 'user',
    response: { 200: Data(RecordingSettings) },
  },

  'PUT /api/account/recording_settings': {
    allow: 'admin',
    body: Type.Partial(RecordingSettings),
    response: { 200: Data(RecordingSettings) },
  },
})
