import type { ReactNode } from 'react'
import { canGrantRole } from '#engine/rules/access.ts'
import type { MemberRole } from '#engine/rules/rights.ts'
import { Avatar } from '#platform/ui/avatar.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { roleNames, whyNot } from '#platform/web/session/roles.ts'
import { exactTime } from '#platform/web/text/age.ts'
import type { Member } from '../contract.ts'
import { grantableOptions, invitationText, invitedRoles, invitedText, roleOptions } from './labels.ts'

interface MemberRowProps {
  member: Member
  /** Whether this is the user's own row; `role` is the user's role. */
  isOwn: boolean
  role: MemberRole
  /** False while the user's own address is unconfirmed, since no email can be sent. */
  mayInvite: boolean
  /** The project of an invitation, where several are listed. */
  place?: ReactNode
  onRole: (role: MemberRole) => void
  onRemove: () => void
  /** Resends the invitation; only for pending ones. */
  onResend?: () => void
}

/** A member or invitation. Explains actions that the user may not take. */
export function MemberRow({ member, isOwn, role, mayInvite, place, onRole, onRemove, onResend }: MemberRowProps) {
  const { email, status, expiresAt } = member
  const isInvited = status === 'invited'
  const reason = whyUnchangeable(member, { isOwn, role })
  const removal = isInvited ? `Cancel invitation for ${email}` : `Remove ${email}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <Avatar name={email} round className="size-7" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere font-medium">
          {email} {isOwn && <Badge look="accent">You</Badge>}
        </p>
        {isInvited && (
          <p className="wrap-anywhere text-muted text-sm">
            {place && <>{place} · </>}
            <span title={expiresAt ? exactTime(expiresAt) : undefined}>{invitationText(expiresAt, Date.now())}</span>
            {` · ${invitedText(member)}`}
          </p>
        )}
      </div>
      <div className="ml-auto flex items-center gap-1">
        {reason === null ? (
          <Select
            quiet
            aria-label={`Role of ${email}`}
            value={member.role}
            onChange={onRole}
            options={isInvited ? roleOptions<MemberRole>(invitedRoles) : grantableOptions(role)}
          />
        ) : (
          <Tooltip label={reason} onPress>
            <button
              type="button"
              aria-disabled
              aria-label={`Role: ${roleNames[member.role]}. ${reason}`}
              className="h-8 cursor-default rounded-lg px-2 text-muted text-sm"
            >
              {roleNames[member.role]}
            </button>
          </Tooltip>
        )}
        {onResend && (
          <Button
            size="small"
            aria-label={`Resend invitation to ${email}`}
            disabled={reason !== null || !mayInvite}
            onClick={onResend}
          >
            Resend
          </Button>
        )}
        {!isOwn && (
          <Tooltip label={reason ?? (isInvited ? 'Cancel invitation' : 'Remove member')} onPress={reason !== null}>
            <Button
              look="ghost"
              size="icon"
              aria-label={removal}
              aria-disabled={reason !== null}
              onClick={reason === null ? onRemove : undefined}
            >
              <Icon name="remove" />
            </Button>
          </Tooltip>
        )}
      </div>
    </li>
  )
}

/** Returns why the user may not change a role, or null. */
function whyUnchangeable(
  { role: memberRole }: Member,
  { isOwn, role }: Pick<MemberRowProps, 'isOwn' | 'role'>,
): string | null {
  if (isOwn) return "You can't change your own role. To give it up, leave the project or transfer ownership."
  if (canGrantRole(role, memberRole)) return null
  return whyNot(role, memberRole === 'owner' ? 'grantOwnership' : 'manageMembers')
}
