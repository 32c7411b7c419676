import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type CandidateFinder, FinderBuilder } from '#engine/candidates/candidates.ts'
import { type Watchlist, watchlistOf } from '#engine/candidates/watchlist.ts'
import { overlaid } from '#engine/match/overlay.ts'
import { type ActiveProject, isActive, readActiveProjects } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Database, type Transaction, transaction } from '#platform/server/database/database.ts'
import { currentPhraseVersion } from './projects.ts'

/** A project that changed after the base was built: its current watchlist, or null if it is no longer active. */
interface Changed {
  phraseVersion: number
  watchlist: Watchlist | null
}

/** The phrases of all projects at one phrase version: a base, and the changes since as an overlay. */
interface Phrases {
  base: CandidateFinder
  baseVersion: number
  changed: ReadonlyMap<string, Changed>
  overlay: CandidateFinder
  /** The base and the overlay combined. */
  finder: CandidateFinder
  version: number
}

/** The phrases, once per process and database; `building` is a base in progress. */
interface Cache {
  phrases: Phrases | null
  building: Promise<void> | null
}
const caches = new WeakMap<Database, Cache>()
const readAtOnce = 1000

/** How long building a base may block the process at a time, in ms. */
const sliceMs = 10

/** An overlay larger than this share of the base and than this number of phrases triggers a new base. */
const overlayShare = 0.1
const overlayLeast = 20_000

/**
 * Builds the first base. Call it before the transaction that calls currentFinder(): with many projects this takes
 * seconds, and edits must not wait for it. Later bases are built in the background.
 */
export async function prepareFinder(ctx: Ctx): Promise<void> {
  const own = caches.get(ctx.db) ?? { phrases: null, building: null }
  caches.set(ctx.db, own)
  if (own.phrases === null) {
    own.building ??= build(ctx, own)
    await own.building
  } else if (own.building === null && isHeavy(own.phrases)) {
    own.building = build(ctx, own).catch((error) => ctx.log.warn({ err: error }, 'matcher not rebuilt'))
  }
}

/**
 * Returns the finder for the current watchlists: the cached one plus projects that changed since. Call it after
 * shareWatchlist(), so that concurrent callers match with the same version.
 */
export async function currentFinder(ctx: Ctx, tx: Transaction): Promise<CandidateFinder> {
  const own = caches.get(ctx.db)
  if (!own?.phrases) throw new Error('prepareFinder() comes first')
  const version = await currentPhraseVersion(tx)
  const known = own.phrases.version
  if (known < version) {
    const projects = await readActiveProjects(tx, sql`p.phrase_version > ${known}`)
    // Meanwhile, another call may have done the same, or a new base may be ready.
    if (own.phrases.version < version) own.phrases = updatedPhrases(own.phrases, projects, version)
  }
  return own.phrases.finder
}
function isHeavy({ base, overlay }: Phrases): boolean {
  return overlay.size > Math.max(overlayLeast, base.size * overlayShare)
}
function updatedPhrases(old: Phrases, projects: readonly ActiveProject[], version: number): Phrases {
  const changed = new Map(old.changed)
  for (const { id, phraseVersion, listens, profile } of projects) {
    if (phraseVersion <= old.baseVersion) continue
    changed.set(id, { phraseVersion, watchlist: listens ? watchlistOf(profile) : null })
  }
  return withOverlay(old.base, old.baseVersion, changed, version)
}
function withOverlay(
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

/** Reads the version before the phrases, so that a base never claims to be newer than it is. */
async function build(ctx: Ctx, own: Cache): Promise<void> {
  try {
    const baseVersion = await transaction(ctx, currentPhraseVersion)
    const base = await buildBase(ctx)
    const old = own.phrases
    const changed = [...(old?.changed ?? [])].filter(([, { phraseVersion }]) => phraseVersion > baseVersion)
    own.phrases = withOverlay(base, baseVersion, new Map(changed), Math.max(old?.version ?? 0, baseVersion))
  } finally {
    own.building = null
  }
}
async function buildBase(ctx: Ctx): Promise<CandidateFinder> {
  const builder = new FinderBuilder()
  const pause = pauses()
  for (let after: string | null = null; ; ) {
    const behind = after === null ? sql`true` : sql`p.id > ${after}`
    const page: ActiveProject[] = await transaction(ctx, (tx) =>
      readActiveProjects(tx, sql`${isActive} and ${behind}`, { limit: readAtOnce }),
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

/** Returns a function to call between steps of long work; it yields to other work after each time slice. */
function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < sliceMs) return
    await breathe()
    since = performance.now()
  }
}
