import { classes } from './classes.ts'

/** The icons in use. Each class is spelled out, since the style sheet is made from the names found in the source. */
const icons = {
  account: 'icon-[lucide--circle-user-round]',
  add: 'icon-[lucide--plus]',
  alert: 'icon-[lucide--circle-alert]',
  archive: 'icon-[lucide--archive]',
  arrowDown: 'icon-[lucide--arrow-down]',
  arrowUp: 'icon-[lucide--arrow-up]',
  back: 'icon-[lucide--arrow-left]',
  bell: 'icon-[lucide--bell]',
  calendar: 'icon-[lucide--calendar-days]',
  chart: 'icon-[lucide--chart-line]',
  check: 'icon-[lucide--check]',
  chevronDown: 'icon-[lucide--chevron-down]',
  chevronLeft: 'icon-[lucide--chevron-left]',
  chevronRight: 'icon-[lucide--chevron-right]',
  chevronsUpDown: 'icon-[lucide--chevrons-up-down]',
  close: 'icon-[lucide--x]',
  comment: 'icon-[lucide--message-square]',
  competitor: 'icon-[lucide--swords]',
  copy: 'icon-[lucide--copy]',
  dark: 'icon-[lucide--moon]',
  external: 'icon-[lucide--arrow-up-right]',
  hidden: 'icon-[lucide--eye-off]',
  inbox: 'icon-[lucide--inbox]',
  keyboard: 'icon-[lucide--keyboard]',
  keyword: 'icon-[lucide--text-search]',
  light: 'icon-[lucide--sun]',
  logOut: 'icon-[lucide--log-out]',
  mail: 'icon-[lucide--mail]',
  minus: 'icon-[lucide--minus]',
  pause: 'icon-[lucide--pause]',
  people: 'icon-[lucide--users-round]',
  play: 'icon-[lucide--play]',
  project: 'icon-[lucide--folder]',
  reject: 'icon-[lucide--ban]',
  remove: 'icon-[lucide--trash-2]',
  reply: 'icon-[lucide--reply]',
  save: 'icon-[lucide--bookmark]',
  search: 'icon-[lucide--search]',
  settings: 'icon-[lucide--settings-2]',
  shown: 'icon-[lucide--eye]',
  success: 'icon-[lucide--circle-check]',
  system: 'icon-[lucide--monitor]',
  table: 'icon-[lucide--table-2]',
  through: 'icon-[lucide--check-check]',
  undo: 'icon-[lucide--undo-2]',
  upload: 'icon-[lucide--upload]',
  vote: 'icon-[lucide--arrow-big-up]',
  warning: 'icon-[lucide--triangle-alert]',
} as const
export type IconName = keyof typeof icons

/** A decorative icon in the colour and size of its text; what it means is always said in words beside it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <span aria-hidden="true" className={classes(icons[name], 'inline-block size-4 shrink-0', className)} />
}
