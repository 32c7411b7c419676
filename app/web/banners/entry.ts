import { forgetInvitation, storedInvitation } from '#features/accounts/web/sign-in/invitation.ts'
import { noticeOf } from '#features/accounts/web/sign-in/notice.ts'
import type { SessionUser } from '#platform/contract/session.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, selectProject } from '#platform/web/session/project.ts'
import { call } from '../api.ts'

/**
 * Handles what the user arrives with: shows the outcome of a link in a mail and accepts the stored invitation. Returns
 * the path to redirect to, or null to continue.
 */
export async function handleEntry(user: SessionUser, { pathname, searchParams }: URL): Promise<string | null> {
  const said = searchParams.get('notice')
  const isNotice = showLinkNotice(said)
  if (user.confirmed && (await acceptStoredInvitation(noticeOf(said)?.text))) return paths.app
  if (!isNotice) return null
  const rest = new URLSearchParams(searchParams)
  rest.delete('notice')
  return rest.size > 0 ? `${pathname}?${rest}` : pathname
}

/** Shows the outcome of a link in a mail. Returns false for an unknown notice. */
export function showLinkNotice(name: string | null): boolean {
  const notice = noticeOf(name)
  if (!notice) return false
  const { text: title, good } = notice
  notify({ id: `notice ${name}`, title, ...(good ? { color: 'green' } : { color: 'amber', timeout: 0 }) })
  return true
}

/**
 * Accepts the stored invitation, if there is one, and selects its project; returns true if it did. Requires a confirmed
 * email. An invitation that can't be accepted is reported and dropped; after a temporary failure it is kept. The notice
 * repeats what the page said before, which it hides.
 */
async function acceptStoredInvitation(saidBefore: string | undefined): Promise<boolean> {
  const invitation = storedInvitation()
  if (!invitation) return false
  try {
    const before = await queryClient.ensureQueryData(projectsQuery)
    await call('acceptancePut', { id: invitation.id, body: { data: { token: invitation.token } } })
    forgetInvitation()
    const projects = await queryClient.fetchQuery({ ...projectsQuery, staleTime: 0 })
    const joined = projects.find(({ id }) => before.every((project) => project.id !== id))
    if (joined) selectProject(joined.id)
    const title = joined ? `You joined ${joined.name}` : 'Invitation accepted'
    notify({ title, color: 'green', ...(saidBefore && { description: saidBefore }) })
    return true
  } catch (error) {
    if (error instanceof CallError && error.status < 500) forgetInvitation()
    notify({ id: 'invitation', title: messageOf(error), color: 'red', timeout: 0 })
    return false
  }
}
