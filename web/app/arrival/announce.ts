import { notify } from '../../ui/toast.tsx'
import { noticeOf } from '../sign-in/notice.ts'

/** Tells somebody in the app what the link in a mail has come to. False for what is no notice. */
export function announce(name: string | null): boolean {
  const notice = noticeOf(name)
  if (!notice) return false
  notify({
    id: `notice ${name}`,
    title: notice.text,
    color: notice.good ? 'green' : 'amber',
    ...(notice.good ? {} : { timeout: 0 }),
  })
  return true
}
