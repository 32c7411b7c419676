import { dismissAfter, noticeMs } from '#platform/web/behavior/dismissal.ts'
import { type QueuedNotice, takeQueuedNotices } from '#platform/web/behavior/queued-notices.ts'
import { browserTimers } from '#platform/web/behavior/timers.ts'

const icons = {
  primary: null,
  green: 'icon-[lucide--circle-check] text-green-300',
  amber: 'icon-[lucide--triangle-alert] text-amber-300',
  red: 'icon-[lucide--circle-alert] text-red-300',
} as const

/** Shows the notices queued by the previous page, at the bottom end as on all pages (SPEC 2, DECISIONS 22). */
export function start(): void {
  const area = document.createElement('section')
  area.setAttribute('aria-label', 'Notifications')
  area.setAttribute('aria-live', 'polite')
  area.className = 'fixed inset-x-4 bottom-4 z-60 grid gap-2 sm:start-auto sm:end-6 sm:bottom-6 sm:w-96'
  document.body.append(area)
  // Added a frame later, because screen readers don't announce text that an area already contains.
  requestAnimationFrame(() => {
    for (const notice of takeQueuedNotices()) show(area, notice)
  })
}

function show(area: HTMLElement, { title, description, color = 'primary', timeout = noticeMs }: QueuedNotice): void {
  const notice = document.createElement('div')
  notice.className =
    'flex min-h-12 items-center gap-3 rounded-xl bg-notice py-2 pr-2 pl-4 text-white shadow-lift ring-1 ring-white/10'
  if (icons[color]) notice.append(span(`${icons[color]} size-5 shrink-0`))
  const words = document.createElement('div')
  words.className = 'min-w-0 flex-1 py-1 wrap-anywhere'
  words.append(paragraph(title, 'font-medium text-base'))
  if (description) words.append(paragraph(description, 'text-gray-300 text-sm'))
  const close = document.createElement('button')
  close.type = 'button'
  close.setAttribute('aria-label', 'Dismiss')
  close.className =
    'grid size-8 shrink-0 place-items-center self-start rounded-md text-gray-300 hover:bg-white/10 hover:text-white focus-visible:outline-orange-300'
  close.append(span('icon-[lucide--x] size-4'))
  notice.append(words, close)
  area.append(notice)

  const dismissal = dismissAfter(browserTimers, timeout, () => notice.remove())
  notice.addEventListener('pointerenter', () => dismissal.pause('pointer'))
  notice.addEventListener('pointerleave', () => dismissal.resume('pointer'))
  notice.addEventListener('focusin', () => dismissal.pause('focus'))
  notice.addEventListener('focusout', () => dismissal.resume('focus'))
  close.addEventListener('click', dismissal.end)
}

function paragraph(words: string, look: string): HTMLElement {
  const created = document.createElement('p')
  created.className = look
  created.textContent = words
  return created
}

function span(look: string): HTMLElement {
  const created = document.createElement('span')
  created.className = look
  return created
}
