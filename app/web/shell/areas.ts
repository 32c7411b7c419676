import { hasRight } from '#engine/rules/access.ts'
import type { AppPath } from '#engine/rules/paths.ts'
import type { MemberRole, Right } from '#engine/rules/rights.ts'
import type { IconName } from '#platform/ui/icon.tsx'
import { paths } from '#platform/web/page/paths.ts'

/** The groups of the sidebar, in the order in which people work. A group without pages isn't shown. */
const groups = ['Leads', 'Listen', 'Answer', 'Measure', 'Settings'] as const
type Group = (typeof groups)[number]

/** A page with a name in the navigation. */
export interface Area {
  path: AppPath
  /** The label below its group's heading; `name` is for use elsewhere. */
  label: string
  name?: string
  icon: IconName
  /** A sequence of keys that opens it from anywhere. */
  keys: string
  /** Without a group, it is reached from other pages. */
  group?: Group
  /** The right to read it, if not every member of the project has it. */
  right?: Right
  /** True if it is for internal admins only. */
  admin?: true
}

/** All areas, in order. The sidebar, settings, account menu, palette and list of shortcuts are built from them. */
export const areas: readonly Area[] = [
  {
    path: paths.opportunities,
    label: 'Opportunities',
    icon: 'inbox',
    keys: 'g o',
    group: 'Leads',
  },
  {
    path: paths.findLeads,
    label: 'Find leads',
    icon: 'find',
    keys: 'g f',
    group: 'Leads',
    right: 'readWatchlist',
  },
  {
    path: paths.searchbox,
    label: 'Search',
    name: 'Search posts',
    icon: 'search',
    keys: 'g q',
    group: 'Leads',
    right: 'readWatchlist',
  },
  {
    path: paths.replied,
    label: 'Replied',
    name: 'Replied leads',
    icon: 'reply',
    keys: 'g e',
    group: 'Leads',
  },
  {
    path: paths.rejected,
    label: 'Rejected',
    name: 'Rejected leads',
    icon: 'reject',
    keys: 'g x',
    group: 'Leads',
  },
  {
    path: paths.projectMain,
    label: 'Project',
    name: 'Project settings',
    icon: 'settings',
    keys: 'g s',
    group: 'Settings',
  },
  {
    path: paths.mentions,
    label: 'Mentions',
    icon: 'comment',
    keys: 'g m',
    group: 'Listen',
  },
  {
    path: paths.projectKeywords,
    label: 'Keywords',
    icon: 'keyword',
    keys: 'g k',
    group: 'Listen',
    right: 'readWatchlist',
  },
  {
    path: paths.projectCompetitors,
    label: 'Competitors',
    icon: 'competitor',
    keys: 'g c',
    group: 'Listen',
    right: 'readWatchlist',
  },
  {
    path: paths.projectSources,
    label: 'Sources',
    icon: 'source',
    keys: 'g r',
    group: 'Listen',
    right: 'readWatchlist',
  },
  {
    path: paths.projectImports,
    label: 'Imports',
    icon: 'archive',
    keys: 'g i',
    group: 'Listen',
    right: 'readWatchlist',
  },
  {
    path: paths.inbox,
    label: 'Inbox',
    icon: 'mail',
    keys: 'g u',
    group: 'Answer',
    right: 'readOutreach',
  },
  {
    path: paths.inboxMail,
    label: 'Mail',
    name: 'Mail inbox',
    icon: 'at',
    keys: 'g j',
    group: 'Answer',
    right: 'readOutreach',
  },
  {
    path: paths.crm,
    label: 'CRM',
    icon: 'board',
    keys: 'g h',
    group: 'Answer',
    right: 'readOutreach',
  },
  {
    path: paths.dashboard,
    label: 'Dashboard',
    icon: 'dashboard',
    keys: 'g d',
    group: 'Measure',
  },
  {
    path: paths.insights,
    label: 'Insights',
    icon: 'chart',
    keys: 'g g',
    group: 'Measure',
  },
  {
    path: paths.projectMailboxes,
    label: 'Mailboxes',
    icon: 'at',
    keys: 'g z',
    right: 'readOutreach',
  },
  {
    path: paths.projectMessages,
    label: 'Messages',
    name: 'Message settings',
    icon: 'mail',
    keys: 'g y',
    right: 'readOutreach',
  },
  {
    path: paths.projectPrompts,
    label: 'Prompts',
    icon: 'note',
    keys: 'g v',
    right: 'readWatchlist',
  },
  {
    path: paths.projectMembers,
    label: 'Members',
    icon: 'people',
    keys: 'g t',
    group: 'Settings',
  },
  {
    path: paths.projectNotifications,
    label: 'Notifications',
    icon: 'bell',
    keys: 'g n',
    group: 'Settings',
    right: 'readWatchlist',
  },
  {
    path: paths.projectIntegrations,
    label: 'Integrations',
    icon: 'external',
    keys: 'g w',
    right: 'readWatchlist',
  },
  {
    path: paths.projectBilling,
    label: 'Billing',
    icon: 'plan',
    keys: 'g b',
  },
  {
    path: paths.accountMain,
    label: 'Account',
    name: 'Account settings',
    icon: 'account',
    keys: 'g a',
    group: 'Settings',
  },
  {
    path: paths.accountMembers,
    label: 'People',
    icon: 'people',
    keys: 'g p',
  },
  {
    path: paths.accountNotifications,
    label: 'Notifications',
    name: 'Your notifications',
    icon: 'bell',
    keys: 'g l',
  },
  {
    path: paths.users,
    label: 'Users',
    name: 'Users and operation',
    icon: 'people',
    keys: 'g 0',
    group: 'Settings',
    admin: true,
  },
]

/** The address of an agency's overview of its client projects (docs/decisions/0126). */
export const clientProjects = `${paths.accountMembers}?view=clients`

/** Returns the areas that a role may read; all of a project while the role is unknown. */
export function areasFor(role: MemberRole | undefined, isAdmin: boolean): readonly Area[] {
  return areas.filter(({ right, admin }) => (!right || !role || hasRight(role, right)) && (!admin || isAdmin))
}

/** Returns the groups of the sidebar with the pages that a role may read, without empty groups. */
export function navigationFor(
  role: MemberRole | undefined,
  isAdmin: boolean,
): { group: Group; areas: readonly Area[] }[] {
  return groups
    .map((group) => ({ group, areas: areasFor(role, isAdmin).filter((area) => area.group === group) }))
    .filter((each) => each.areas.length > 0)
}

/** Returns the settings that a page belongs to; the pages of the same settings link to each other. */
export function settingsOf(pathname: string): 'project' | 'account' | undefined {
  const kind = /^\/app\/settings\/(project|account)\//.exec(pathname)?.[1]
  return kind === 'project' || kind === 'account' ? kind : undefined
}

/** Returns the page after switching projects: the same if it belongs to a project, otherwise the leads. */
export function pageOfProject(pathname: string): AppPath {
  const area = areas.find(({ path }) => path === pathname && settingsOf(path) !== 'account')
  return area?.path ?? paths.opportunities
}
