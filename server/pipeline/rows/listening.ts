import { buildFinder, type CandidateFinder } from '@earshot/engine/candidates'
import type { Profile } from '@earshot/engine/item'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { phraseVersion } from '../../db/schema.ts'

/** A project with what it listens for, and the version that this is. */
export interface Listening {
  id: string
  version: number
  profile: Profile
}

/** A project in any other state listens: drafts do not yet, archived ones no more. */
export const isListening = sql`p.status not in ('draft', 'archived')`

/** Finds candidates for all listening projects; `versions` says by which version of each. */
export interface ListeningFinder {
  finder: CandidateFinder
  versions: ReadonlyMap<string, number>
}

/** One finder a process; it belongs to the database that the projects were read from. */
const kept = new WeakMap<Database, ListeningFinder & { phraseVersion: number }>()

/**
 * The finder for what is listened for at this moment. The phrase version is read before the phrases, so a kept
 * finder is never taken for newer than it is, and no notification is needed: every edit raises the version.
 */
export async function currentFinder(ctx: Ctx, tx: Transaction): Promise<ListeningFinder> {
  const [current] = await tx.select({ version: phraseVersion.version }).from(phraseVersion)
  const version = current!.version
  const known = kept.get(ctx.db)
  if (known?.phraseVersion === version) return known
  const projects = await readListening(tx, isListening)
  const made = {
    finder: buildFinder(projects),
    versions: new Map(projects.map((project) => [project.id, project.version])),
    phraseVersion: version,
  }
  kept.set(ctx.db, made)
  return made
}

/** One project, or null where there is none or it does not listen. */
export async function listeningProject(tx: Transaction, id: string): Promise<Listening | null> {
  const [project] = await readListening(tx, sql`p.id = ${id} and ${isListening}`)
  return project ?? null
}

/** Profiles of these projects in whatever state they are; those that are gone are left out. */
export async function profilesOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, Profile>> {
  const projects = await readListening(tx, sql`p.id = any (${sql.param([...ids])}::uuid[])`)
  return new Map(projects.map(({ id, profile }) => [id, profile]))
}

type ListeningRow = Omit<Profile, 'keywords' | 'competitors'> & {
  id: string
  version: number
  keywords: string[]
  competitors: string[]
}

/** One statement, so that phrases and version are of one instant. */
async function readListening(tx: Transaction, which: SQL): Promise<Listening[]> {
  const { rows } = await tx.execute<ListeningRow & Record<string, unknown>>(sql`
    select p.id, p.version, p.name, p.website, p.summary,
      array(select k.query from keyword k
        where k.project_id = p.id and k.status = 'active' and k.kind <> 'competitor' order by k.id) as keywords,
      array(select c.name from competitor c
        where c.project_id = p.id and c.status = 'active' order by c.id) as competitors
    from project p where ${which} order by p.id`)
  return rows.map(({ id, version, ...profile }) => ({ id, version, profile }))
}
