import { forgetInvitation, keptInvitation } from '#features/accounts/web/sign-in/invitation.ts'
import { projectsQuery, selectProject } from '#features/projects/web/project.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { call } from '#platform/web/api/api.ts'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { queryClient } from '#platform/web/api/query-client.ts'

/**
 * Takes up the invitation that was kept, if one was, and goes over to its project: true where that is so. For
 * somebody whose address is confirmed. What can't be taken up is told and forgotten, but for failures that pass.
 */
export async function takeUpInvitation(): Promise<boolean> {
  const kept = keptInvitation()
  if (!kept) return false
  try {
    const before = await queryClient.ensureQueryData(projectsQuery)
    await call('acceptancePut', { id: kept.id, body: { data: { token: kept.token } } })
    forgetInvitation()
    const projects = await queryClient.fetchQuery({ ...projectsQuery, staleTime: 0 })
    const joined = projects.find(({ id }) => before.every((project) => project.id !== id))
    if (joined) selectProject(joined.id)
    notify({ title: joined ? `You have joined ${joined.name}` : 'The invitation is accepted', color: 'green' })
    return true
  } catch (error) {
    if (error instanceof CallError && error.status < 500) forgetInvitation()
    notify({ id: 'invitation', title: messageOf(error), color: 'red', timeout: 0 })
    return false
  }
}
