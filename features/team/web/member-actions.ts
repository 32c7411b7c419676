import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { MemberRole } from '#engine/rules/rights.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { article, roleNames } from '#platform/web/session/roles.ts'
import type { Member } from '../contract.ts'
import { call } from './api.ts'
import { refreshMembers } from './refresh.ts'

type Row = Pick<Member, 'id' | 'email' | 'role' | 'status'>

/**
 * Returns what can be done with the members and invitations of a query. Roles change at once; removals can be undone
 * first.
 */
export function useMemberActions(queryKey: QueryKey) {
  const queryClient = useQueryClient()
  const { defer, isHidden } = useDeferred()

  async function changeRole(projectId: string, row: Row, next: MemberRole, undone = false): Promise<void> {
    const { id, email, role: before } = row
    const show = (shown: MemberRole) =>
      queryClient.setQueryData<Member[]>(queryKey, (rows) =>
        rows?.map((each) => (each.id === id ? { ...each, role: shown } : each)),
      )
    show(next)
    const worked = await withErrorToast(() => call('membersUpdate', { id, body: { data: { role: next } } }))
    if (!worked) show(before)
    await refreshMembers(queryClient, projectId)
    if (!worked || undone) return
    notify({
      title: `${email} is now ${article(next)} ${roleNames[next].toLowerCase()}`,
      undo: () => void changeRole(projectId, { ...row, role: next }, before, true),
    })
  }

  async function resend(projectId: string, { id, email }: Row): Promise<void> {
    if (await withErrorToast(() => call('invitationPut', { id }))) {
      notify({ title: `Resent the invitation to ${email}`, description: 'The previous link no longer works.' })
    }
    await refreshMembers(queryClient, projectId)
  }

  function remove(projectId: string, { id, email, status }: Row): void {
    defer({
      id,
      title: status === 'invited' ? `Canceled the invitation for ${email}` : `Removed ${email}`,
      work: () => call('membersDelete', { id, keepalive: true }),
      after: () => refreshMembers(queryClient, projectId),
    })
  }

  return { changeRole, resend, remove, isHidden }
}
