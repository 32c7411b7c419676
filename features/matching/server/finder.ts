import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type CandidateFinder, FinderBuilder } from '#engine/candidates/candidates.ts'
import { type Watchlist, watchlistOf } from '#engine/candidates/watchlist.ts'
import { overlaid } from '#engine/match/overlay.ts'
import { type ActiveProject, isActive, readActiveProjects } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Database, type Transaction, transaction } from '#platform/server/database/database.ts'
import { currentPhraseVersion } from './projects.ts'

/** A project that changed after the base was built: its watchlist now, or null where it does no more. */
interface Changed {
  phraseVersion: number
  watchlist: Watchlist | null
}

/** The phrases of all projects at one phrase version: a base, and over it what has changed since. */
interface Phrases {
  base: CandidateFinder
  baseVersion: number
  changed: ReadonlyMap<string, Changed>
  overlay: CandidateFinder
  /** Both as one. */
  finder: CandidateFinder
  version: number
}

/** One set of phrases a process and database; `building` is a base on its way. */
interface Kept {
  phrases: Phrases | null
  building: Promise<void> | null
}
const kept = new WeakMap<Database, Kept>()
const readAtOnce = 1000

/** How long building a base keeps the process from other work, in milliseconds. */
const sliceMs = 10

/** An overlay of more than this share of the base's phrases, and more than so many, asks for a new base. */
const overlayShare = 0.1
const overlayLeast = 20_000

/**
 * To be called before the transaction in which currentFinder() is: the first time it builds the base, which takes
 * seconds where there are very many projects, and no edit may wait for that. Later ones are built beside the work.
 */
export async function prepareFinder(ctx: Ctx): Promise<void> {
  const own = kept.get(ctx.db) ?? { phrases: null, building: null }
  kept.set(ctx.db, own)
  if (own.phrases === null) {
    own.building ??= build(ctx, own)
    await own.building
  } else if (own.building === null && isHeavy(own.phrases)) {
    own.building = build(ctx, own).catch((error) => ctx.log.warn({ err: error }, 'matcher not rebuilt'))
  }
}

/**
 * The finder for the watchlists at this moment: what was kept, with the projects over it that changed since. To
 * be called after shareWatchlist(), so that all who find at the same time find by the same version.
 */
export async function currentFinder(ctx: Ctx, tx: Transaction): Promise<CandidateFinder> {
  const own = kept.get(ctx.db)
  if (!own?.phrases) throw new Error('prepareFinder() comes first')
  const version = await currentPhraseVersion(tx)
  const known = own.phrases.version
  if (known < version) {
    const projects = await readActiveProjects(tx, sql`p.phrase_version > ${known}`)
    // While they were read, somebody else may have done the same, or a new base may have come.
    if (own.phrases.version < version) own.phrases = broughtUp(own.phrases, projects, version)
  }
  return own.phrases.finder
}
function isHeavy({ base, overlay }: Phrases): boolean {
  return overlay.size > Math.max(overlayLeast, base.size * overlayShare)
}
function broughtUp(old: Phrases, projects: readonly ActiveProject[], version: number): Phrases {
  const changed = new Map(old.changed)
  for (const { id, phraseVersion, listens, profile } of projects) {
    if (phraseVersion <= old.baseVersion) continue
    changed.set(id, { phraseVersion, watchlist: listens ? watchlistOf(profile) : null })
  }
  return laidOver(old.base, old.baseVersion, changed, version)
}
function laidOver(
  base: CandidateFinder,
  baseVersion: number,
  changed: ReadonlyMap<string, Changed>,
  version: number,
): Phrases {
  const builder = new FinderBuilder()
  for (const id of [...changed.keys()].sort()) {
    const { watchlist } = changed.get(id)!
    if (watchlist) builder.add(id, watchlist)
  }
  const overlay = builder.build()
  const finder = changed.size === 0 ? base : overlaid(base, changed, overlay)
  return { base, baseVersion, changed, overlay, finder, version }
}

/** Reads all phrases after their version, so that a base is never taken for newer than it is. */
async function build(ctx: Ctx, own: Kept): Promise<void> {
  try {
    const baseVersion = await transaction(ctx, currentPhraseVersion)
    const base = await builtFrom(ctx)
    const old = own.phrases
    const changed = [...(old?.changed ?? [])].filter(([, { phraseVersion }]) => phraseVersion > baseVersion)
    own.phrases = laidOver(base, baseVersion, new Map(changed), Math.max(old?.version ?? 0, baseVersion))
  } finally {
    own.building = null
  }
}
async function builtFrom(ctx: Ctx): Promise<CandidateFinder> {
  const builder = new FinderBuilder()
  const pause = pauses()
  for (let after: string | null = null; ; ) {
    const behind = after === null ? sql`true` : sql`p.id > ${after}`
    const page: ActiveProject[] = await transaction(ctx, (tx) =>
      readActiveProjects(tx, sql`${isActive} and ${behind}`, readAtOnce),
    )
    for (const { id, profile } of page) {
      builder.add(id, watchlistOf(profile))
      await pause()
    }
    if (page.length < readAtOnce) break
    after = page.at(-1)!.id
  }
  const steps = builder.buildInSteps()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}

/** To be asked after each bit of long work: lets others in once the process was kept from them long enough. */
function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < sliceMs) return
    await breathe()
    since = performance.now()
  }
}
