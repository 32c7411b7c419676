import { hasRight } from '#engine/rules/access.ts'
import type { AppPath } from '#engine/rules/paths.ts'
import type { MemberRole, Right } from '#engine/rules/rights.ts'
import type { IconName } from '#platform/ui/icon.tsx'
import { paths } from '#platform/web/page/paths.ts'

/** A page with a name in the navigation. */
export interface Area {
  path: AppPath
  /** The label below its section's heading; `name` is for use elsewhere. */
  label: string
  name?: string
  icon: IconName
  /** A sequence of keys that opens it from anywhere. */
  keys: string
  /** The part of the navigation: the top of the sidebar, below the project, or in the account menu. */
  part: 'work' | 'project' | 'account'
  /** The right to read it, if not every member of the project has it. */
  right?: Right
  /** Other search words. */
  words?: string
}

/** All areas, in order. The sidebar, account menu, palette and list of shortcuts are built from them. */
export const areas: readonly Area[] = [
  {
    path: paths.opportunities,
    label: 'Opportunities',
    icon: 'inbox',
    keys: 'g o',
    part: 'work',
    words: 'leads posts home',
  },
  {
    path: paths.projectKeywords,
    label: 'Keywords',
    icon: 'keyword',
    keys: 'g k',
    part: 'project',
    right: 'readWatchlist',
    words: 'phrases',
  },
  {
    path: paths.projectCompetitors,
    label: 'Competitors',
    icon: 'competitor',
    keys: 'g c',
    part: 'project',
    right: 'readWatchlist',
    words: 'rivals',
  },
  {
    path: paths.projectImports,
    label: 'Imports',
    icon: 'archive',
    keys: 'g i',
    part: 'project',
    right: 'readWatchlist',
    words: 'archives upload dump files pushshift arctic shift',
  },
  {
    path: paths.projectSources,
    label: 'Sources',
    icon: 'source',
    keys: 'g r',
    part: 'project',
    right: 'readWatchlist',
    words: 'reddit account health lag gaps',
  },
  {
    path: paths.projectMembers,
    label: 'Members',
    icon: 'people',
    keys: 'g t',
    part: 'project',
    words: 'team people invite invitations roles rights audit log owner',
  },
  {
    path: paths.projectMain,
    label: 'Settings',
    name: 'Project settings',
    icon: 'settings',
    keys: 'g s',
    part: 'project',
    words: 'summary website name',
  },
  {
    path: paths.accountMain,
    label: 'Account settings',
    icon: 'account',
    keys: 'g a',
    part: 'account',
    words: 'email profile me password sessions tokens api export delete time zone',
  },
  {
    path: paths.accountMembers,
    label: 'People',
    icon: 'people',
    keys: 'g p',
    part: 'account',
    words: 'members colleagues clients all projects',
  },
]

/** Returns the areas that a role may read; all while the role is unknown. */
export function areasFor(role: MemberRole | undefined): readonly Area[] {
  return role ? areas.filter(({ right }) => !right || hasRight(role, right)) : areas
}

/** Returns the page after switching projects: the same if it belongs to a project, otherwise the leads. */
export function pageOfProject(pathname: string): AppPath {
  const area = areas.find(({ path, part }) => path === pathname && part !== 'account')
  return area?.path ?? paths.opportunities
}
