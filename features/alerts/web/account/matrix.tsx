import { useQueryClient } from '@tanstack/react-query'
import { Badge } from '#platform/ui/badge.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { AlertSubscription } from '../../contract.ts'
import { call } from '../api.ts'
import { hasTimeOfDay, hoursText, kindOptions, momentText, rhythmText, timeElsewhere, zoneText } from '../labels.ts'
import { subscriptionsQuery } from '../queries.ts'

interface MatrixProps {
  /** The rules of one project. */
  rows: readonly AlertSubscription[]
  /** The user's. */
  timeZone: string
  /** The user's own digest time; null if they follow the rules'. */
  ownTime: string | null
}

const channels = [
  { value: 'mail', title: 'Email' },
  { value: 'push', title: 'Push' },
] as const

/** The rules of a project by channel. Unsubscribed ones stay, so that there is a way back. */
export function Matrix({ rows, timeZone, ownTime }: MatrixProps) {
  const queryClient = useQueryClient()

  async function set({ rule: { id, name } }: AlertSubscription, subscribed: boolean): Promise<void> {
    queryClient.setQueryData(subscriptionsQuery.queryKey, (all) =>
      all?.map((each) => (each.rule.id === id ? { ...each, subscribed } : each)),
    )
    await withErrorToast(() => call(subscribed ? 'alertSubscriptionPut' : 'alertSubscriptionDelete', { id }))
    await queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey })
    notify({ title: subscribed ? `You now get “${name}”` : `You no longer get “${name}”` })
  }

  return (
    <table className="w-full">
      <thead>
        <tr className="border-line border-b text-left text-muted text-sm">
          <th scope="col" className="py-2 font-medium">
            Alert rule
          </th>
          {channels.map(({ value, title }) => (
            <th key={value} scope="col" className="w-16 py-2 text-center font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.rule.id} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-2.5 pr-4 text-left font-normal">
              <p className={classes('wrap-anywhere font-medium', !row.subscribed && 'text-muted')}>
                {row.rule.name} <State row={row} />
              </p>
              <p className="wrap-anywhere text-muted text-sm">{whenText(row, timeZone, ownTime)}</p>
            </th>
            {channels.map(({ value, title }) => (
              <td key={value} className="py-2.5">
                {row.rule.channel === value ? (
                  <div className="flex justify-center">
                    <Checkbox
                      label={`${title} for ${row.rule.name}`}
                      labelHidden
                      checked={row.subscribed}
                      onChange={(isOn) => void set(row, isOn)}
                    />
                  </div>
                ) : (
                  <p className="text-center text-faint">
                    <span aria-hidden="true">–</span>
                    <span className="sr-only">The rule doesn't use it</span>
                  </p>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function State({ row: { rule, subscribed } }: { row: AlertSubscription }) {
  if (rule.status !== 'active') return <Badge>Paused</Badge>
  if (!subscribed) return <Badge>Not subscribed</Badge>
  if (rule.snoozedUntil === null || Date.parse(rule.snoozedUntil) <= Date.now()) return null
  return <Badge look="warn">Snoozed until {momentText(rule.snoozedUntil)}</Badge>
}

/** Returns what a rule is about and when it is sent, by the user's clock. */
function whenText({ rule, project }: AlertSubscription, timeZone: string, ownTime: string | null): string {
  const hours = hoursText(rule)
  const kind = kindOptions.find(({ value }) => value === rule.kind)?.label ?? rule.kind
  if (ownTime !== null)
    return [kind, rhythmText({ ...rule, timeOfDay: ownTime }), ...(hours ? [hours] : [])].join(' · ')
  const own = timeElsewhere(rule.timeOfDay, project.timeZone, timeZone, Date.now())
  const isElsewhere = hasTimeOfDay(rule.rhythm) && own !== rule.timeOfDay
  return [
    kind,
    isElsewhere ? `${rhythmText(rule)} ${zoneText(project.timeZone)} time, ${own} yours` : rhythmText(rule),
    ...(hours ? [hours] : []),
  ].join(' · ')
}
