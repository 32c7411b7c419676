import { type NoticeName, notices } from '#platform/contract/notices.ts'

/** What the address of a page says happened on the way there. */
export interface Notice {
  text: string
  good: boolean
}

const good: readonly NoticeName[] = ['confirmed', 'linked']

/** The words of `notice=...`; none for what is no notice, or is told by a page of its own. */
export function noticeOf(name: string | null): Notice | undefined {
  if (name === null || name === 'email-needed' || !isNotice(name)) return undefined
  return { text: notices[name], good: good.includes(name) }
}

function isNotice(name: string): name is NoticeName {
  return Object.hasOwn(notices, name)
}
