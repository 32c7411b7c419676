import { classes } from './classes.ts'

/** The icons in use. Each class is spelled out, since the style sheet is made from the names found in the source. */
const icons = {
  account: 'icon-[lucide--circle-user-round]',
  add: 'icon-[lucide--plus]',
  alert: 'icon-[lucide--circle-alert]',
  back: 'icon-[lucide--arrow-left]',
  check: 'icon-[lucide--check]',
  chevronDown: 'icon-[lucide--chevron-down]',
  chevronsUpDown: 'icon-[lucide--chevrons-up-down]',
  close: 'icon-[lucide--x]',
  comment: 'icon-[lucide--message-square]',
  competitor: 'icon-[lucide--swords]',
  copy: 'icon-[lucide--copy]',
  external: 'icon-[lucide--arrow-up-right]',
  hidden: 'icon-[lucide--eye-off]',
  inbox: 'icon-[lucide--inbox]',
  keyboard: 'icon-[lucide--keyboard]',
  keyword: 'icon-[lucide--text-search]',
  logOut: 'icon-[lucide--log-out]',
  pause: 'icon-[lucide--pause]',
  play: 'icon-[lucide--play]',
  project: 'icon-[lucide--folder]',
  reject: 'icon-[lucide--ban]',
  remove: 'icon-[lucide--trash-2]',
  reply: 'icon-[lucide--reply]',
  save: 'icon-[lucide--bookmark]',
  settings: 'icon-[lucide--settings-2]',
  shown: 'icon-[lucide--eye]',
  through: 'icon-[lucide--check-check]',
  undo: 'icon-[lucide--undo-2]',
  vote: 'icon-[lucide--arrow-big-up]',
} as const
export type IconName = keyof typeof icons

/** A decorative icon in the colour and size of its text; what it means is always said in words beside it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <span aria-hidden="true" className={classes(icons[name], 'inline-block size-4 shrink-0', className)} />
}
