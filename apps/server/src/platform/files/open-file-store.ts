import { join } from 'node:path'
import type { Config } from '../config.js'
import type { FileStore } from './file-store.js'
import { createLocalStore } from './local-store.js'
import { readS3Address } from './s3-address.js'
import { createS3Store } from './s3-store.js'

export const openFileStore = (config: Pick<Config, 'files_url' | 'data_dir' | 'min_free_disk_mb'>): FileStore =>
  config.files_url
    ? createS3Store(readS3Address(config.files_url))
    : createLocalStore(join(config.data_dir, 'files'), config.min_free_disk_mb)
