import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { usePlaybookLink } from '#platform/web/page/playbook-address.ts'
import type { CommunityProfile, CommunityStance } from '../../contract.ts'
import { closedText, membersText, noteText, stanceTexts } from './labels.ts'

interface CommunityRowProps {
  name: string
  /** Undefined until it is loaded. */
  profile: CommunityProfile | undefined
  /** Whether more details may arrive shortly. */
  isWaiting: boolean
  chosen: boolean
  onChoose: (chosen: boolean) => void
  onRemove: () => void
  disabled: boolean
  /** Whether its name opens its playbook. */
  hasPlaybook: boolean
}

/** A community: whether it is polled, its size and its stance on promotion. */
export function CommunityRow({
  name,
  profile,
  isWaiting,
  chosen,
  onChoose,
  onRemove,
  disabled,
  hasPlaybook,
}: CommunityRowProps) {
  const closed = profile ? closedText(profile) : null
  const label = `r/${profile?.displayName ?? name}`
  if (closed !== null) {
    return (
      <li className="flex items-start gap-3 px-3 py-2.5">
        <Icon name="alert" className="mt-0.5 text-danger" />
        <p className="wrap-anywhere min-w-0 flex-1 text-sm">
          <span className="block font-medium text-base">{label}</span>
          <span className="text-muted">{closed}</span>
        </p>
        <Button size="small" look="ghost" aria-label={`Remove ${label}`} onClick={onRemove} disabled={disabled}>
          Remove
        </Button>
      </li>
    )
  }
  return (
    <li className="px-3 py-2.5">
      <div className="flex items-start justify-between gap-3">
        <Checkbox label={label} checked={chosen} onChange={onChoose} disabled={disabled} />
        {hasPlaybook && <PlaybookLink name={name} label={label} />}
      </div>
      <div className="ml-7">
        <ProfileState profile={profile} isWaiting={isWaiting} />
      </div>
    </li>
  )
}

function PlaybookLink({ name, label }: { name: string; label: string }) {
  return (
    <Link
      {...usePlaybookLink(name)}
      aria-label={`Playbook of ${label}`}
      className="inline-flex min-h-6 shrink-0 items-center rounded text-muted text-sm underline decoration-line underline-offset-2 hover:text-ink"
    >
      Playbook
    </Link>
  )
}

function ProfileState({ profile, isWaiting }: Pick<CommunityRowProps, 'profile' | 'isWaiting'>) {
  const isRead = profile !== undefined && profile.standing !== 'unread'
  if (!isRead && isWaiting && !profile?.trouble) {
    return (
      <span role="status" className="mt-1 flex items-center gap-3">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-3.5 w-28" />
        <span className="sr-only">Loading</span>
      </span>
    )
  }
  if (!isRead) {
    return (
      <p className="text-muted text-sm">
        Size and rules unknown{profile?.trouble ? `: ${profile.trouble}` : '. Earshot still polls it'}.
      </p>
    )
  }
  return <Facts profile={profile} />
}

function Facts({ profile }: { profile: CommunityProfile }) {
  const { members, isAdult, stance, stanceRule, stanceWords } = profile
  const [open, setOpen] = useState(false)
  const id = useId()
  const note = noteText(profile)
  return (
    <>
      <div className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-sm">
        <span className="tabular">{membersText(members) ?? 'Size unknown'}</span>
        {isAdult && <Badge>18+</Badge>}
        {note && <span>{note}</span>}
        {stanceWords === null ? (
          <span>{stanceTexts[stance]}</span>
        ) : (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className={classes(
              'inline-flex min-h-6 items-center gap-1 rounded-md px-1.5 font-medium text-xs transition-opacity hover:opacity-80',
              stanceLooks[stance],
            )}
          >
            {stanceTexts[stance]}
            <Icon name="chevronDown" className={classes('size-3.5', open && 'rotate-180')} />
          </button>
        )}
      </div>
      {open && stanceWords !== null && (
        <blockquote id={id} className="wrap-anywhere mt-2 mb-1 border-line border-l-2 pl-3 text-sm">
          “{stanceWords}”
          {stanceRule !== null && stanceRule !== stanceWords && (
            <span className="block text-muted">Rule “{stanceRule}”</span>
          )}
        </blockquote>
      )}
    </>
  )
}

export const stanceLooks: Record<CommunityStance, string> = {
  welcomes: 'bg-good-soft text-good',
  tolerates: 'bg-hover text-ink',
  forbids: 'bg-warn-soft text-warn',
  unknown: 'bg-hover text-muted',
}
