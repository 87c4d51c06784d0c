import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import {
  Lambda,
  LambdaCall,
  LambdaChanges,
  LambdaDeployment,
  LambdaFilters,
  LambdaRehearsal,
  LambdaRehearsalDetails,
  LambdaResult,
  LambdaRunDetails,
  LambdaRunFilters,
  LambdaRunPage,
  LambdaSecret,
  LambdaVersion,
  LambdaVersionDetails,
  NewLambda,
  NewRehearsal,
  SecretName,
  SecretValue,
} from '../../lambdas.js'
import { ById, Data, Nothing, Uuid } from '../../scalars.js'

const OneVersion = Type.Object({ id: Uuid, number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })
const OneSecret = Type.Object({ id: Uuid, name: SecretName })
const OneRun = Type.Object({ id: Uuid, run_id: Uuid })
const OneRehearsal = Type.Object({ id: Uuid, rehearsal_id: Uuid })

/** Functions. The API calls them lambdas, as the original does. */
export const lambdasEndpoints = defineEndpoints({
  /** Last changed first. */
  'GET /api/lambdas': {
    allow: 'admin',
    query: LambdaFilters,
    response: { 200: Data(Type.Array(Lambda)) },
  },

  'POST /api/lambdas': {
    allow: 'admin',
    body: Type.Object({ lambda: NewLambda }),
    response: { 201: Data(Lambda) },
  },

  'GET /api/lambdas/:id': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(Lambda) },
  },

  /** Active counts as pending before the first deployment. */
  'PUT /api/lambdas/:id': {
    allow: 'admin',
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ lambda: LambdaChanges }),
    response: { 200: Data(Lambda) },
  },

  'DELETE /api/lambdas/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },

  /** With a zip, its index.js is deployed; without one, the code. It gets the caller's newest API key. */
  'POST /api/lambdas/:id/deploy': {
    allow: 'admin',
    consumes: ['application/json', 'multipart/form-data'],
    params: ById,
    body: LambdaDeployment,
    response: { 200: Data(Lambda) },
  },

  /** Runs the deployed version now and answers with its result. */
  'POST /api/lambdas/:id/invoke': {
    allow: 'admin',
    params: ById,
    body: LambdaCall,
    response: { 200: LambdaResult },
  },

  /** Newest first; the last 50. */
  'GET /api/lambdas/:id/versions': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(Type.Array(LambdaVersion)) },
  },

  'GET /api/lambdas/:id/versions/:number': {
    allow: 'admin',
    params: OneVersion,
    response: { 200: Data(LambdaVersionDetails) },
  },

  /** Runs this version from now on. The draft becomes its code. */
  'POST /api/lambdas/:id/versions/:number/deploy': {
    allow: 'admin',
    params: OneVersion,
    response: { 200: Data(Lambda) },
  },

  'GET /api/lambdas/:id/secrets': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(Type.Array(LambdaSecret)) },
  },

  /** Sets it, or replaces it. */
  'PUT /api/lambdas/:id/secrets/:name': {
    allow: 'admin',
    params: OneSecret,
    body: SecretValue,
    response: { 200: Data(LambdaSecret) },
  },

  'DELETE /api/lambdas/:id/secrets/:name': {
    allow: 'admin',
    params: OneSecret,
    response: { 204: Nothing },
  },

  /** Without the runs of rehearsals. Kept for 30 days. */
  'GET /api/lambdas/:id/runs': {
    allow: 'admin',
    params: ById,
    query: LambdaRunFilters,
    response: { 200: LambdaRunPage },
  },

  /** Also a run of a rehearsal. */
  'GET /api/lambdas/:id/runs/:run_id': {
    allow: 'admin',
    params: OneRun,
    response: { 200: Data(LambdaRunDetails) },
  },

  /** Starts one, and ends the one before. */
  'POST /api/lambdas/:id/rehearsals': {
    allow: 'admin',
    params: ById,
    body: NewRehearsal,
    response: { 202: Data(LambdaRehearsal) },
  },

  'GET /api/lambdas/:id/rehearsals/:rehearsal_id': {
    allow: 'admin',
    params: OneRehearsal,
    response: { 200: Data(LambdaRehearsalDetails) },
  },

  /** Ends it and removes its runs. */
  'DELETE /api/lambdas/:id/rehearsals/:rehearsal_id': {
    allow: 'admin',
    params: OneRehearsal,
    response: { 204: Nothing },
  },
})
