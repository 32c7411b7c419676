import { type NoticeName, notices } from '#platform/contract/notices.ts'

/** The result of a redirect, from the page's URL. */
export interface Notice {
  text: string
  good: boolean
}

const good: readonly NoticeName[] = ['confirmed', 'linked']

/** Returns the text of `notice=...`; undefined if it isn't a notice or has its own page. */
export function noticeOf(name: string | null): Notice | undefined {
  if (name === null || name === 'email-needed' || !isNotice(name)) return undefined
  return { text: notices[name], good: good.includes(name) }
}

function isNotice(name: string): name is NoticeName {
  return Object.hasOwn(notices, name)
}
