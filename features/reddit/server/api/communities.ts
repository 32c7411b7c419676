import { z } from 'zod'
import { callReddit, type RedditApi } from './api.ts'
import type { Asking } from './listings.ts'
import type { Outcome } from './outcome.ts'
import { readThing } from './things.ts'

/** A community's own description of itself. */
export interface Community {
  name: string
  title: string
  description: string
  /** Null if not reported. */
  members: number | null
  /** `public`, `restricted`, `private`, `user`, or another value that Reddit may add. */
  kind: string
  isAdult: boolean
  isQuarantined: boolean
}

export interface CommunityRule {
  name: string
  description: string
  /** The kind of content it applies to. */
  kind: 'all' | 'post' | 'comment'
}

/** Reddit's checks before it accepts a post; null and empty where there are none. */
export interface PostRequirements {
  titleLeast: number | null
  titleMost: number | null
  bodyLeast: number | null
  bodyMost: number | null
  body: 'required' | 'notAllowed' | 'none'
  titleWords: string[]
  titleNever: string[]
  bodyWords: string[]
  bodyNever: string[]
  domainsOnly: string[]
  domainsNever: string[]
  isFlairRequired: boolean
  guidelines: string
}

/** Reads a community. A private, banned or missing one is an outcome, not an exception. */
export function readCommunity(api: RedditApi, name: string, asking?: Asking): Promise<Outcome<Community>> {
  return callReddit(api, { path: `/r/${encodeURIComponent(name)}/about`, ...forAction(asking) }, readAbout)
}

export function readRules(api: RedditApi, name: string, asking?: Asking): Promise<Outcome<CommunityRule[]>> {
  return callReddit(api, { path: `/r/${encodeURIComponent(name)}/about/rules`, ...forAction(asking) }, readRuleList)
}

export function readPostRequirements(
  api: RedditApi,
  name: string,
  asking?: Asking,
): Promise<Outcome<PostRequirements>> {
  const path = `/api/v1/${encodeURIComponent(name)}/post_requirements`
  return callReddit(api, { path, ...forAction(asking) }, readRequirements)
}

function forAction({ purpose = 'action', failures = 0 }: Asking = {}) {
  return { purpose, failures }
}

const text = z.string().nullish()

const About = z.object({
  display_name: z.string(),
  title: text,
  public_description: text,
  subscribers: z.number().nullish(),
  subreddit_type: text,
  over18: z.boolean().nullish(),
  quarantine: z.boolean().nullish(),
})

export function readAbout(body: unknown): Community | null {
  const about = About.safeParse(readThing(body, 't5')).data
  if (!about) return null
  return {
    name: about.display_name,
    title: about.title ?? '',
    description: about.public_description ?? '',
    members: about.subscribers ?? null,
    kind: about.subreddit_type ?? 'public',
    isAdult: about.over18 === true,
    isQuarantined: about.quarantine === true,
  }
}

const Rules = z.object({ rules: z.array(z.unknown()) })
const Rule = z.object({ short_name: z.string(), description: text, kind: text })
const ruleKinds: Record<string, CommunityRule['kind']> = { link: 'post', comment: 'comment' }

function readRuleList(body: unknown): CommunityRule[] | null {
  const rules = Rules.safeParse(body).data?.rules
  if (!rules) return null
  return rules.flatMap((each) => {
    const rule = Rule.safeParse(each).data
    if (!rule) return []
    const { short_name: name, description, kind } = rule
    return [{ name, description: description ?? '', kind: ruleKinds[kind ?? ''] ?? 'all' }]
  })
}

const length = z.number().int().nonnegative().nullish()
const words = z.array(z.string()).nullish()

const Requirements = z.object({
  title_text_min_length: length,
  title_text_max_length: length,
  body_text_min_length: length,
  body_text_max_length: length,
  body_restriction_policy: text,
  title_required_strings: words,
  title_blacklisted_strings: words,
  body_required_strings: words,
  body_blacklisted_strings: words,
  domain_whitelist: words,
  domain_blacklist: words,
  is_flair_required: z.boolean(),
  guidelines_text: text,
})

function readRequirements(body: unknown): PostRequirements | null {
  const found = Requirements.safeParse(body).data
  if (!found) return null
  const { body_restriction_policy: policy } = found
  return {
    titleLeast: found.title_text_min_length ?? null,
    titleMost: found.title_text_max_length ?? null,
    bodyLeast: found.body_text_min_length ?? null,
    bodyMost: found.body_text_max_length ?? null,
    body: policy === 'required' || policy === 'notAllowed' ? policy : 'none',
    titleWords: found.title_required_strings ?? [],
    titleNever: found.title_blacklisted_strings ?? [],
    bodyWords: found.body_required_strings ?? [],
    bodyNever: found.body_blacklisted_strings ?? [],
    domainsOnly: found.domain_whitelist ?? [],
    domainsNever: found.domain_blacklist ?? [],
    isFlairRequired: found.is_flair_required,
    guidelines: found.guidelines_text ?? '',
  }
}
