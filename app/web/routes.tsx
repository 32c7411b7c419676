import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { Outlet, redirect, ScrollRestoration, useLocation } from 'react-router'
import { guard } from '#engine/rules/access.ts'
import { keptInvitation } from '#features/accounts/web/sign-in/invitation.ts'
import { hasAccess } from '#features/billing/web/access.ts'
import { projectsQuery, selectedProject } from '#features/projects/web/project.ts'
import type { AppPath, authPaths, Layout, openPaths } from '#platform/contract/paths.ts'
import { carriedOn, decodedPath, isAppPath, layoutOf } from '#platform/contract/paths.ts'
import { loadPart } from '#platform/ui/parts.ts'
import { CallError } from '#platform/web/api/call-error.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { paths } from '#platform/web/page/paths.ts'
import { rememberPage } from '#platform/web/session/redirect.ts'
import { currentUser } from '#platform/web/session/session.ts'
import { DefaultLayout } from './layouts/default.tsx'
import type { Frame } from './layouts/layouts.ts'
import { layoutNames, layouts } from './layouts/layouts.ts'
import { Starting } from './layouts/starting.tsx'
import { AppError } from './shell/app-error.tsx'
import { PageFailure } from './shell/part-failure.tsx'
import { titleOf } from './shell/title.ts'

/** The order of guards and landing of DECISIONS 1 and 2; the server has already asked the same of the first page. */
async function guarded({ request }: { request: Request }) {
  const url = new URL(request.url)
  const { pathname, search } = url
  const user = await currentUser()
  if (user && isAppPath(pathname) && (url.searchParams.has('notice') || keptInvitation())) {
    const { handleEntry } = await loadPart(() => import('./banners/entry.ts'))
    const settled = await handleEntry(user, url)
    if (settled !== null) return redirect(settled)
  }
  const projects = user && isAppPath(pathname) ? await queryClient.ensureQueryData(projectsQuery) : []
  const project = selectedProject(projects)
  guardedFor = project?.id
  const elsewhere = guard({
    path: pathname,
    signedIn: user !== null,
    hasProject: project !== undefined,
    hasAccess: project === undefined || (await hasAccess(project.id)),
  })
  if (elsewhere === paths.login) rememberPage(pathname + search)
  return elsewhere === null ? null : redirect(user ? elsewhere + carriedOn(search) : elsewhere)
}

/** The project that the guard was asked about last. */
let guardedFor: string | undefined

/** Another lead or tab of the same page changes nothing about who may see it; another project does. */
function leavesPage({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  const projects = queryClient.getQueryData(projectsQuery.queryKey) ?? []
  return currentUrl.pathname !== nextUrl.pathname || selectedProject(projects)?.id !== guardedFor
}

/** Throws the error of an unknown page (SPEC 2; DECISIONS 25 says how its path is written). */
function notFound({ request }: { request: Request }): never {
  throw new CallError({
    status: 404,
    name: 'NotFoundError',
    message: `Page Not Found: ${decodedPath(new URL(request.url).pathname)}`,
    details: {},
  })
}

/** For an address that shows no page of its own: whoever may not be there is not told what it is. */
function behindGuard(then: (args: { request: Request }) => Response) {
  return async (args: { request: Request }) => (await guarded(args)) ?? then(args)
}

function Page() {
  const title = titleOf(useLocation().pathname)
  return (
    <>
      <title>{title}</title>
      <p role="status" className="sr-only">
        {title}
      </p>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

type Screen = () => Promise<ComponentType>

/** Where addresses lead that stand for another. */
const redirects = {
  '/app': paths.opportunities,
  '/app/settings/account': paths.accountMain,
  '/app/settings/project': paths.projectMain,
} as const satisfies Partial<Record<AppPath, AppPath>>

/** The screen of every page of the app, fetched when it is first asked for. */
const screens: Record<
  Exclude<AppPath, keyof typeof redirects> | (typeof authPaths | typeof openPaths)[number],
  Screen
> = {
  '/auth/login': async () => (await import('#features/accounts/web/sign-in/login.tsx')).Login,
  '/auth/signup': async () => (await import('#features/accounts/web/sign-in/signup.tsx')).Signup,
  '/app/setup': async () => (await import('#features/projects/web/setup/setup.tsx')).Setup,
  '/auth/reset-password': async () => (await import('#features/accounts/web/sign-in/reset-password.tsx')).ResetPassword,
  '/test': async () => (await import('./kit/kit.tsx')).Kit,
  '/app/opportunities': async () => (await import('#features/leads/web/opportunities.tsx')).Opportunities,
  '/app/settings/account/main': async () =>
    (await import('#features/accounts/web/settings/account.tsx')).AccountSettings,
  '/app/settings/account/members': async () => (await import('#features/team/web/account/members.tsx')).AccountMembers,
  '/app/settings/project/main': async () =>
    (await import('#features/projects/web/settings/project.tsx')).ProjectSettings,
  '/app/settings/project/billing': async () => (await import('#features/billing/web/billing.tsx')).Billing,
  '/app/settings/project/keywords': async () =>
    (await import('#features/watchlist/web/keywords/keywords.tsx')).KeywordSettings,
  '/app/settings/project/competitors': async () =>
    (await import('#features/watchlist/web/competitors/competitors.tsx')).CompetitorSettings,
  '/app/settings/project/imports': async () => (await import('#features/matching/web/imports.tsx')).ImportSettings,
  '/app/settings/project/sources': async () => (await import('#features/reddit/web/sources.tsx')).SourceSettings,
  '/app/settings/project/members': async () => (await import('#features/team/web/members.tsx')).MemberSettings,
}

/** The pages that `layoutOf` gives this layout, in their frame. */
function framed(layout: Layout): RouteObject {
  const pages = Object.entries(screens)
    .filter(([path]) => layoutOf(path) === layout)
    .map(([path, screen]): RouteObject => ({ path, lazy: async () => ({ Component: await loadPart(screen) }) }))
  const settings = pages.filter(({ path }) => path?.startsWith('/app/settings/'))
  const others = pages.filter((page) => !settings.includes(page))
  return {
    id: layout,
    loader: guarded,
    shouldRevalidate: leavesPage,
    lazy: async () => within(await loadPart(layouts[layout])),
    // Where a page could not be fetched its frame stays.
    children: [
      {
        errorElement: <PageFailure />,
        children: [
          ...others,
          {
            lazy: async () => within((await loadPart(() => import('./layouts/settings.tsx'))).SettingsLayout),
            children: settings,
          },
        ],
      },
    ],
  }
}

function within(Layout: Frame) {
  return {
    Component: () => (
      <Layout>
        <Outlet />
      </Layout>
    ),
  }
}

/** Every address of the app. What is thrown on the way is shown in the default layout, wherever it happened. */
export const routes: RouteObject[] = [
  {
    element: <Page />,
    errorElement: (
      <DefaultLayout>
        <AppError />
      </DefaultLayout>
    ),
    hydrateFallbackElement: <Starting />,
    children: [
      ...layoutNames.map(framed),
      ...Object.entries(redirects).map(([path, target]) => ({
        path,
        loader: behindGuard(({ request }) => redirect(target + carriedOn(new URL(request.url).search))),
      })),
      { path: '/app/*', loader: behindGuard(notFound) },
      { path: '*', loader: notFound },
    ],
  },
]
