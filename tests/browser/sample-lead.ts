import { ask } from '../support/databases.ts'
import { settle } from './people.ts'
import type { TestServer } from './test-server.ts'

/**
 * Adds a released lead about a post of the sandbox, which becomes the project's only source: other users' real posts
 * would otherwise switch it back. Returns the lead's ID.
 */
export async function addSampleLead(
  server: TestServer,
  project: string,
  {
    id,
    title,
    author = 'ben',
    body = 'Which one do you use?',
  }: { id: string; title: string; author?: string; body?: string },
): Promise<string> {
  const { databaseUrl } = server
  // The first search for leads may find real posts of other users, and then removes what is of the sandbox.
  await settle(server)
  await ask(databaseUrl, `update project set realm = 'sandbox', sources = array['sandbox'] where id = $1`, [project])
  const [row] = await ask<{ id: string }>(
    databaseUrl,
    `with added as (
       insert into post (id, source, kind, outside_id, subreddit, author, title, body, body_truncated, permalink, posted_at,
         realm, created_at, updated_at)
       values (gen_random_uuid(), 2, 'post', $2, 'smallbusiness', $5, $3, $6, false, $4, now(),
         'sandbox', now(), now())
       on conflict on constraint post_identity do update set title = excluded.title returning id)
     insert into opportunity (project_id, id, post_id, score, label, components, posted_at, released_at, realm, created_at,
       updated_at)
     select $1, gen_random_uuid(), id, 60, 2, '[]', now(), now(), 'sandbox', now(), now() from added
     on conflict (project_id, post_id) do update set updated_at = now() returning id`,
    [project, Number.parseInt(id, 36), title, `/r/smallbusiness/comments/${id}/x/`, author, body],
  )
  return row!.id
}
