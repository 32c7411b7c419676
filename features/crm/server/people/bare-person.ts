import { sql } from 'drizzle-orm'

/** The SQL condition for a person without notes, tasks, decisions or conversations by the team, and with one account; the alias of `person` is p. */
export const isBarePerson = sql`(p.stage = 'new' and p.value is null and p.tags = '{}' and p.owner_id is null
  and not p.do_not_contact
  and not exists (select from note n where n.project_id = p.project_id and n.person_id = p.id)
  and p.email is null
  and not exists (select from task k where k.project_id = p.project_id and k.person_id = p.id)
  and not exists (select from person_alias a where a.project_id = p.project_id and a.person_id = p.id)
  and not exists (select from conversation c where c.project_id = p.project_id and c.person_id = p.id))`
