import { ask } from '#tests/support/databases.ts'

/**
 * Returns what was done wrong, according to what was handed to Reddit: an account that sent more in some hour or day
 * than its limits, or a person who got two first messages of one owner.
 */
export async function faultsOf(
  url: string,
  { hourlyMost, dailyMost }: { hourlyMost: number; dailyMost: number },
): Promise<string[]> {
  const rows = await ask<{ fault: string }>(
    url,
    `select 'more than ' || $1 || ' in the hour before ' || a.sent_at as fault
     from sending a join sending b on (b.client_id, b.subject) = (a.client_id, a.subject)
       and b.sent_at > a.sent_at - interval '1 hour' and b.sent_at <= a.sent_at
     group by a.id, a.sent_at having count(*) > $1::int
     union all
     select 'more than ' || $2 || ' in the day before ' || a.sent_at
     from sending a join sending b on (b.client_id, b.subject) = (a.client_id, a.subject)
       and b.sent_at > a.sent_at - interval '1 day' and b.sent_at <= a.sent_at and b.first_to is not null
     group by a.id, a.sent_at having count(*) > $2::int
     union all
     select 'a message without its state: ' || id from message where state in ('queued', 'armed')`,
    [hourlyMost, dailyMost],
  )
  return rows.map(({ fault }) => fault)
}
