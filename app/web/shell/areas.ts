import { hasRight } from '#engine/rules/access.ts'
import type { AppPath } from '#engine/rules/paths.ts'
import type { MemberRole, Right } from '#engine/rules/rights.ts'
import type { IconName } from '#platform/ui/icon.tsx'
import { paths } from '#platform/web/page/paths.ts'

/** A page that one goes to by name. */
export interface Area {
  path: AppPath
  /** Its name under the heading of its part, and where it stands alone. */
  label: string
  name?: string
  icon: IconName
  /** A sequence, pressed anywhere. */
  keys: string
  /** Where the sidebar has it: on top, under the project, or in the account menu. */
  part: 'work' | 'project' | 'account'
  /** What one's role must allow, where not every member of the project may read it. */
  right?: Right
  /** Other words that people look for it by. */
  words?: string
}

/** The areas that exist, in their order. Sidebar, account menu, palette and shortcuts sheet are made from these rows. */
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

/** The areas that a role may read; all of them as long as it is not known. */
export function areasFor(role: MemberRole | undefined): readonly Area[] {
  return role ? areas.filter(({ right }) => !right || hasRight(role, right)) : areas
}

/** The page that one is on after choosing another project: the same where it is a project's, else its leads. */
export function pageOfProject(pathname: string): AppPath {
  const area = areas.find(({ path, part }) => path === pathname && part !== 'account')
  return area?.path ?? paths.opportunities
}
