import type { EventKind } from '#platform/contract/events.ts'
import { ask } from '../support/databases.ts'
import type { TestServer } from './test-server.ts'

/** Tells open screens that something of a project changed, so that they ask again without being loaded again. */
export async function announceTo({ databaseUrl }: TestServer, project: string, kind: EventKind): Promise<void> {
  const event = `insert into event (project_id, kind, created_at) values ($1, $2, now())`
  await ask(databaseUrl, event, [project, kind])
}
