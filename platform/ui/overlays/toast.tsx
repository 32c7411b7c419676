import type { Toast as Base } from '@base-ui/react/toast'
import type { IconName } from '../icon.tsx'

export interface NoticeAction {
  label: string
  onClick: () => void
}

/** A notice, with the fields of SPEC 3. */
interface Notice {
  /** A second notice with the same id replaces the first. */
  id?: string
  title: string
  description?: string
  color?: keyof typeof looks
  icon?: IconName
  /** The name of the person it is about, shown as an avatar instead of the icon. */
  avatar?: string
  /** Milliseconds until it leaves, 5000 by default; 0: it stays. */
  timeout?: number
  /** False hides the close button. */
  closeButton?: boolean
  /** Each action closes the notice, then runs. */
  actions?: NoticeAction[]
  /** Undoes the action that the notice reports. */
  undo?: () => void
  /** Called once when the notice leaves, for any reason (DECISIONS 28). */
  callback?: () => void
}

export interface Shown {
  color: keyof typeof looks
  icon: IconName | undefined
  avatar: string | undefined
  closeButton: boolean
  actions: NoticeAction[]
}

/** The color of the icon, and the default icon. */
export const looks = {
  primary: { text: 'text-orange-300', icon: undefined },
  green: { text: 'text-green-300', icon: 'success' },
  amber: { text: 'text-amber-300', icon: 'warning' },
  red: { text: 'text-red-300', icon: 'alert' },
} as const

/** The area that shows notices; null until it is loaded. */
let area: ReturnType<typeof Base.createToastManager<Shown>> | null = null
/** Notices that wait for the area, by id. */
const waiting = new Map<string, () => void>()
let onWaiting = () => {}
let count = 0

/** Calls `load` once a notice waits for the area. */
export function whenNoticeWaits(load: () => void): void {
  onWaiting = load
  if (waiting.size > 0) load()
}

/** Shows all notices in this area, first those that have waited for it. */
export function showNoticesIn(loaded: NonNullable<typeof area>): void {
  area = loaded
  for (const show of waiting.values()) show()
  waiting.clear()
}

/** The callbacks of open notices by id. Replacing a notice calls its callback too. */
const callbacks = new Map<string, () => void>()

/**
 * Shows a notice. Its timer pauses while the pointer or focus is on it (SPEC 4, 9). Errors are announced at once.
 * Returns a function that closes it.
 */
export function notify({ id, title, description, timeout, callback, ...notice }: Notice): () => void {
  const { color = 'primary', icon = looks[color].icon, avatar, closeButton = true, actions = [], undo } = notice
  const data: Shown = {
    color,
    icon,
    avatar,
    closeButton,
    actions: undo ? [...actions, { label: 'Undo', onClick: undo }] : actions,
  }
  const leave = () => {
    if (id) callbacks.delete(id)
    callback?.()
  }
  if (id) {
    // Added anew, so that it shows before other notices. Closing it calls its callback, unless it waits for the area.
    area?.close(id)
    callbacks.get(id)?.()
    callbacks.set(id, leave)
  }
  const own = id ?? `notice ${++count}`
  const show = () => void area?.add({ id: own, title, description, timeout, onClose: leave, data })
  if (area) show()
  else {
    waiting.set(own, show)
    onWaiting()
  }
  return () => {
    if (waiting.delete(own)) leave()
    else area?.close(own)
  }
}
