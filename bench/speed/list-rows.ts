import type pg from 'pg'

/** The project whose list is measured. It owns half of all rows; the others share the rest. */
export const project = '01990000-0000-7000-8000-000000000000'
const others = 199

/** The number of existing rows. */
export interface Leads {
  total: number
}

/** The components of a typical lead: four reasons with sentences and marked words. */
const components = `jsonb_build_array(
  jsonb_build_object('name', 'fit', 'points', round((h % 40)::numeric, 1), 'reasons', jsonb_build_array(
    jsonb_build_object('text', 'Mentions "invoice" and "reconcile"', 'points', 12.5,
      'spans', jsonb_build_array(jsonb_build_object('field', 'title', 'start', 4, 'end', 11))),
    jsonb_build_object('text', 'Mentions a competitor', 'points', 6,
      'spans', jsonb_build_array(jsonb_build_object('field', 'body', 'start', 10, 'end', 22))))),
  jsonb_build_object('name', 'intent', 'points', round((h % 31)::numeric, 1), 'reasons', jsonb_build_array(
    jsonb_build_object('text', 'Asks for a recommendation', 'points', 18,
      'spans', jsonb_build_array(jsonb_build_object('field', 'title', 'start', 0, 'end', 3))))))`

/**
 * Adds posts and leads until there are `size` leads, and updates counters. Posts have 100 to 1,500 characters, and
 * scores and ages are spread evenly. Nine of ten leads are open, and one of twenty is saved. Half of them belong to
 * `project`.
 */
export async function seedLeads(owner: pg.Client, userId: string, leads: Leads, size: number): Promise<void> {
  // Without foreign keys and triggers, which would take most of the time. The code below does the triggers' work.
  await owner.query(`
    alter table opportunity disable trigger user, drop constraint if exists opportunity_post_id_fkey,
      drop constraint if exists opportunity_project_id_fkey`)
  if (leads.total === 0) await seedProjects(owner, userId)
  const [from, to] = [leads.total, size - 1]
  await owner.query(`
    insert into post (id, source, kind, outside_id, subreddit, author, title, body, body_truncated, permalink,
      score, num_comments, posted_at, created_at, updated_at)
    select ${id('01990001', 'n')}, 1, 'post', n, 'place' || n % 500, 'author' || n % 90000,
      'How do you reconcile invoices number ' || n, repeat(md5(n::text) || ' ', 3 + n % 45), false,
      '/r/place' || n % 500 || '/comments/' || n, n % 900, n % 80,
      timestamptz '2026-11-01' - n % 2000000 * interval '1 second', now(), now()
    from generate_series(${from}, ${to}) n`)
  await owner.query(`
    insert into opportunity (project_id, id, post_id, score, label, urgency, components, posted_at, window_due_at,
      state, saved, released_at, created_at, updated_at)
    select case when n % 2 = 0 then '${project}'::uuid else ${id('01990000', `1 + n % ${others}`)} end,
      ${id('01990002', 'n')}, ${id('01990001', 'n')}, (h % 100000) / 1000.0, 2 + n % 2, 1400 + (h % 100000) / 1000.0, ${components},
      timestamptz '2026-11-01' - n % 2000000 * interval '1 second', null,
      case when h % 20 = 0 then 'replied' when h % 20 = 1 then 'rejected' else 'new' end, h % 20 = 2, now(),
      timestamptz '2026-11-01' + n * interval '1 second', now()
    from (select n, abs(hashint4(n)::bigint) as h from generate_series(${from}, ${to}) n) numbers`)
  await owner.query(`
    truncate opportunity_count;
    insert into opportunity_count (project_id, state, saved, delta)
    select project_id, state, saved, count(*) from opportunity group by 1, 2, 3`)
  await owner.query('alter table opportunity enable trigger user')
  await owner.query('vacuum (analyze) post, opportunity, opportunity_count')
  leads.total = size
}

async function seedProjects(owner: pg.Client, userId: string): Promise<void> {
  await owner.query(`
    insert into project (id, name, status, created_at, updated_at)
    select ${id('01990000', 'n')}, 'Project ' || n, 'done', now(), now() from generate_series(0, ${others}) n`)
  await owner.query(
    `insert into member (project_id, id, user_id, role, created_at, updated_at) values ($1, $1, $2, 'owner', now(), now())`,
    [project, userId],
  )
}

/** Returns a UUID made of a prefix and a number. */
function id(prefix: string, number: string): string {
  return `('${prefix}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
}
