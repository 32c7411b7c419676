import { sql } from 'drizzle-orm'

/** Whether the team has noted, decided or written nothing of its own about somebody; of a row of person under the alias p. */
export const isBarePerson = sql`(p.stage = 'new' and p.value is null and p.tags = '{}' and p.owner_id is null
  and not p.do_not_contact
  and not exists (select from note n where n.project_id = p.project_id and n.person_id = p.id)
  and not exists (select from conversation c where c.project_id = p.project_id and c.person_id = p.id))`
