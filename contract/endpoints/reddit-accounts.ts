import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { RedditAccount } from '../entities/reddit-account.ts'

export const RedditAccountConnect = z.strictObject({ project: relation })
export type RedditAccountConnect = z.input<typeof RedditAccountConnect>

export const redditAccountsEndpoints = {
  redditAccountsFind: {
    method: 'GET',
    path: '/reddit-accounts',
    access: 'signedIn',
    find: 'redditAccounts',
    answer: many(RedditAccount),
  },
  redditAccountsFindOne: {
    method: 'GET',
    path: '/reddit-accounts/:id',
    access: 'signedIn',
    find: 'redditAccounts',
    answer: one(RedditAccount),
  },
  /**
   * Answers with Reddit's page to go to, in the same browser. Whoever agrees there comes back, and it is connected.
   * Nothing is made yet, hence 200: asked again at once, it answers with another page, since each is good for one visit.
   */
  redditAccountsConnect: {
    method: 'POST',
    path: '/reddit-accounts',
    access: 'inPerson',
    right: 'changeProject',
    body: envelope(RedditAccountConnect),
    answer: one(z.object({ page: z.url() })),
  },
  /** Disconnects it, and gives back at Reddit what it let us do. */
  redditAccountsDelete: {
    method: 'DELETE',
    path: '/reddit-accounts/:id',
    access: 'inPerson',
    right: 'changeProject',
    exempt: true,
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
