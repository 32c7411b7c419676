import { z } from 'zod'
import { type Endpoint, envelope, many, one } from '../endpoint.ts'
import * as entity from '../entities.ts'
import { Releases } from '../releases.ts'

const RejectionPut = z.strictObject({ reason: z.enum(entity.rejectionReasons) })

const opportunityAnswer = one(entity.Opportunity)
const decisionAnswer = z.object({ data: entity.Opportunity, meta: z.object({ moved: entity.Moved }) })

export const opportunitiesEndpoints = {
  opportunitiesFind: {
    method: 'GET',
    path: '/opportunities',
    access: 'signedIn',
    right: 'readLeads',
    find: 'opportunities',
    answer: many(entity.Opportunity),
  },
  opportunitiesFindOne: {
    method: 'GET',
    path: '/opportunities/:id',
    access: 'signedIn',
    right: 'readLeads',
    find: 'opportunities',
    answer: opportunityAnswer,
  },
  replyPut: { method: 'PUT', path: '/opportunities/:id/reply', access: 'signedIn', answer: decisionAnswer },
  replyDelete: { method: 'DELETE', path: '/opportunities/:id/reply', access: 'signedIn', answer: decisionAnswer },
  rejectionPut: {
    method: 'PUT',
    path: '/opportunities/:id/rejection',
    access: 'signedIn',
    body: envelope(RejectionPut),
    answer: decisionAnswer,
  },
  rejectionDelete: {
    method: 'DELETE',
    path: '/opportunities/:id/rejection',
    access: 'signedIn',
    answer: decisionAnswer,
  },
  savePut: { method: 'PUT', path: '/opportunities/:id/save', access: 'signedIn', answer: decisionAnswer },
  saveDelete: { method: 'DELETE', path: '/opportunities/:id/save', access: 'signedIn', answer: decisionAnswer },
  /** What was found for it and is not shown yet. */
  releasesFind: {
    method: 'GET',
    path: '/projects/:id/releases',
    access: 'signedIn',
    right: 'readLeads',
    answer: one(Releases),
  },
} as const satisfies Record<string, Endpoint>
