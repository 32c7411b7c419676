import { z } from 'zod'
import { callReddit, type RedditApi } from './api.ts'
import type { Asking } from './listings.ts'
import type { Outcome } from './outcome.ts'
import { readThing } from './things.ts'

/** A Reddit account. Of a suspended one, only the name is known. */
export interface RedditUser {
  /** Its permanent id; null if not reported. */
  id: string | null
  name: string
  isSuspended: boolean
  createdAt: number | null
  linkKarma: number | null
  commentKarma: number | null
  hasVerifiedEmail: boolean | null
}

/** Reads a user. With the outcome `missing`, the name is free, deleted or shadowbanned: Reddit doesn't distinguish. */
export function readUser(api: RedditApi, name: string, asking?: Asking): Promise<Outcome<RedditUser>> {
  const path = `/user/${encodeURIComponent(name)}/about`
  return callReddit(api, { path, ...forAction(asking) }, (body) => readAccount(readThing(body, 't2')))
}

/** Reads the account that the token belongs to. */
export function readMe(api: RedditApi, asking?: Asking): Promise<Outcome<RedditUser>> {
  return callReddit(api, { path: '/api/v1/me', ...forAction(asking) }, readAccount)
}

function forAction({ purpose = 'action', failures = 0 }: Asking = {}) {
  return { purpose, failures }
}

const number = z.number().nullish()

const Account = z.object({
  id: z.string().nullish(),
  name: z.string().min(1),
  is_suspended: z.boolean().nullish(),
  created_utc: number,
  link_karma: number,
  comment_karma: number,
  has_verified_email: z.boolean().nullish(),
})

export function readAccount(data: unknown): RedditUser | null {
  const account = Account.safeParse(data).data
  if (!account) return null
  return {
    id: account.id ?? null,
    name: account.name,
    isSuspended: account.is_suspended === true,
    createdAt: account.created_utc == null ? null : account.created_utc * 1000,
    linkKarma: account.link_karma ?? null,
    commentKarma: account.comment_karma ?? null,
    hasVerifiedEmail: account.has_verified_email ?? null,
  }
}
