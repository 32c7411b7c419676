import type { User } from '#features/accounts/contract.ts'
import { noticeOf } from '#features/accounts/web/sign-in/notice.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { takeUpInvitation } from './take-up.ts'

/**
 * Settles what somebody brings along who comes into the app: tells what a link in a mail has come to, and takes up the
 * invitation that was kept. Answers where to go from here, null for on.
 */
export async function settle(user: User, { pathname, searchParams }: URL): Promise<string | null> {
  const isTold = announce(searchParams.get('notice'))
  if (user.confirmed && (await takeUpInvitation())) return paths.app
  if (!isTold) return null
  const rest = new URLSearchParams(searchParams)
  rest.delete('notice')
  return rest.size > 0 ? `${pathname}?${rest}` : pathname
}

/** Tells what the link in a mail has come to. False for what is no notice. */
export function announce(name: string | null): boolean {
  const notice = noticeOf(name)
  if (!notice) return false
  const { text: title, good } = notice
  notify({ id: `notice ${name}`, title, ...(good ? { color: 'green' } : { color: 'amber', timeout: 0 }) })
  return true
}
