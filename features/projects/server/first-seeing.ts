import { realmOf, type Seeing, type Source, sources } from '#engine/sources.ts'
import { hasShared } from '#features/matching/server/index.ts'
import { firstRealm } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

const realSources = sources.filter((source) => realmOf(source) === 'real')

/**
 * Returns what a new project sees. A sample product sees the sandbox, whatever is imported. Any other project sees real
 * posts as soon as some are stored, so that it never starts with sample leads that disappear a moment later.
 */
export async function firstSeeing(
  ctx: Pick<Ctx, 'reddit' | 'rss' | 'hackerNews' | 'sandbox'>,
  tx: Transaction,
  website: string | null,
): Promise<Seeing> {
  if (firstRealm(ctx) === 'real') return { realm: 'real', sources }
  if (isSample(ctx, website)) return { realm: 'sandbox', sources: onlySandbox }
  return { realm: (await hasShared(tx, realSources)) ? 'real' : 'sandbox', sources }
}

const onlySandbox: readonly Source[] = ['sandbox']

function isSample({ sandbox }: Pick<Ctx, 'sandbox'>, website: string | null): boolean {
  const host = website?.toLowerCase().match(/^(?:https?:\/\/)?(?:www\.)?([^/?#:]+)/)?.[1]
  return sandbox?.businesses.some((business) => business.website === host) === true
}
