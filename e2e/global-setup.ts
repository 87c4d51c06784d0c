import { rm } from 'node:fs/promises'
import { Papercups } from './server.js'

/** Prepares the data folder that the servers of all scenarios start with. */
export default async function setup() {
  const template = await Papercups.createTemplate()
  process.env.DATA_FOLDER_TEMPLATE = template
  return () => rm(template, { recursive: true, force: true })
}
