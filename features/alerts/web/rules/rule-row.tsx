import { useQueryClient } from '@tanstack/react-query'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { useUser } from '#platform/web/session/project.ts'
import type { AlertRule } from '../../contract.ts'
import { call } from '../api.ts'
import { conditionsText, hoursText, momentText, rhythmText, snoozeChoices, waysText } from '../labels.ts'
import { deliveriesKey } from '../queries.ts'

interface RuleRowProps {
  rule: AlertRule
  /** The user may only look at it. */
  locked: boolean
  onOpen: () => void
  onChange: (values: { status?: 'active' | 'paused'; snoozedUntil?: string | null }) => void
  onRemove: () => void
}

/** One rule: what it tells, when, and whom. */
export function RuleRow({ rule, locked, onOpen, onChange, onRemove }: RuleRowProps) {
  const { name, status, recipients = [], destinations = [] } = rule
  const ownId = useUser()?.id ?? ''
  const isPaused = status !== 'active'
  const isSnoozed = rule.snoozedUntil !== null && Date.parse(rule.snoozedUntil) > Date.now()
  const hours = hoursText(rule)
  return (
    <li className="flex flex-wrap items-start gap-x-2 py-3">
      <p className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-2">
        <button
          type="button"
          onClick={onOpen}
          className={classes(
            'wrap-anywhere -mx-2 min-h-8 rounded-md px-2 text-left font-medium hover:bg-hover',
            isPaused && 'text-muted',
          )}
        >
          <span className="sr-only">{locked ? 'View ' : 'Edit '}</span>
          {name}
        </button>
        {isPaused && <Badge>Paused</Badge>}
        {!isPaused && isSnoozed && rule.snoozedUntil && (
          <Badge look="warn">Snoozed until {momentText(rule.snoozedUntil)}</Badge>
        )}
        {!isPaused && recipients.length + destinations.length === 0 && <Badge look="warn">No recipients</Badge>}
      </p>
      {!locked && <Actions {...{ rule, isPaused, isSnoozed, onOpen, onChange, onRemove }} />}
      <div className="basis-full">
        <p className="wrap-anywhere text-muted text-sm">{conditionsText(rule)}</p>
        <p className="wrap-anywhere text-muted text-sm">
          {rhythmText(rule)} {waysText({ channel: rule.channel, recipients, destinations }, ownId)}
          {hours && ` · ${hours}`}
        </p>
      </div>
    </li>
  )
}

interface ActionsProps extends Omit<RuleRowProps, 'locked'> {
  isPaused: boolean
  isSnoozed: boolean
}

function Actions({ rule, isPaused, isSnoozed, onOpen, onChange, onRemove }: ActionsProps) {
  const { id, name } = rule
  const queryClient = useQueryClient()

  async function sendSample(): Promise<void> {
    await withErrorToast(async () => {
      const { data: sample } = await call('alertSampleCreate', { id })
      if (sample.state === 'refused')
        notify({ title: "The sample wasn't sent", description: sample.reason ?? '', color: 'amber' })
      else if (sample.channel === 'push') notify({ title: "We're sending a sample to your browsers" })
      else notify({ title: `We're sending a sample to ${sample.user?.email ?? 'you'}` })
    })
    await queryClient.invalidateQueries({ queryKey: deliveriesKey })
  }

  function snooze(until: Date | null): void {
    const before = rule.snoozedUntil
    onChange({ snoozedUntil: until?.toISOString() ?? null })
    notify({
      title: until ? `Snoozed “${name}” until ${momentText(until.toISOString())}` : `“${name}” is no longer snoozed`,
      ...(until && { description: 'Anything it finds until then is sent afterward.' }),
      undo: () => onChange({ snoozedUntil: before }),
    })
  }

  return (
    <div className="flex shrink-0 items-center gap-1">
      <Button size="small" onClick={() => onChange({ status: isPaused ? 'active' : 'paused' })}>
        <Icon name={isPaused ? 'play' : 'pause'} className="size-3.5" />
        {isPaused ? 'Resume' : 'Pause'}
        <span className="sr-only"> {name}</span>
      </Button>
      <Menu
        align="end"
        trigger={
          <Button look="ghost" size="icon" aria-label={`More actions for ${name}`}>
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem icon={<Icon name="settings" />} onClick={onOpen}>
          Edit
        </MenuItem>
        <MenuItem icon={<Icon name="mail" />} onClick={() => void sendSample()}>
          Send me a sample
        </MenuItem>
        <MenuSeparator />
        <MenuGroup label="Snooze">
          {snoozeChoices(new Date()).map(({ label, until }) => (
            <MenuItem key={label} onClick={() => snooze(until)}>
              {label}
            </MenuItem>
          ))}
          {isSnoozed && <MenuItem onClick={() => snooze(null)}>End snooze</MenuItem>}
        </MenuGroup>
        <MenuSeparator />
        <MenuItem icon={<Icon name="remove" />} onClick={onRemove}>
          Delete
        </MenuItem>
      </Menu>
    </div>
  )
}
