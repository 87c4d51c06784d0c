import { broken } from './broken.js'
import { gmail } from './gmail.js'
import { machines } from './machines.js'
import { otherClients } from './other-clients.js'
import { outlook } from './outlook.js'

/** Mails in the shapes of real clients and servers, written for these tests. */
export const corpus = [...gmail, ...outlook, ...otherClients, ...machines, ...broken]
