import { Outlet, type RouteObject, redirect, ScrollRestoration, useLocation } from 'react-router'
import { guard } from '#engine/rules/access.ts'
import {
  type AppPath,
  adminPath,
  decodedPath,
  isAppPath,
  type Layout,
  layoutOf,
  preservedQuery,
  titleOf,
  withoutTrailingSlash,
} from '#engine/rules/paths.ts'
import { storedInvitation } from '#features/accounts/web/sign-in/invitation.ts'
import { loadPart } from '#platform/ui/parts.ts'
import { CallError } from '#platform/web/api/call-error.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { projectParam, withoutProject } from '#platform/web/page/in-project.ts'
import { paths } from '#platform/web/page/paths.ts'
import { hasAccess } from '#platform/web/session/access.ts'
import { projectsQuery, selectedProject, selectProject } from '#platform/web/session/project.ts'
import { rememberPage } from '#platform/web/session/redirect.ts'
import { currentUser } from '#platform/web/session/session.ts'
import { features } from './features.ts'
import { joinScreens } from './join-features.ts'
import { DefaultLayout } from './layouts/default.tsx'
import { type Frame, layoutNames, layouts } from './layouts/layouts.ts'
import { Starting } from './layouts/starting.tsx'
import { AppError, PageFailure } from './shell/app-error.tsx'

/**
 * Runs the guards in the order of DECISIONS 1 and 2; the server has already done so for the first page. A project that
 * the address names is selected first.
 */
async function guarded({ request }: { request: Request }) {
  const url = new URL(request.url)
  const { pathname, search } = url
  const user = await currentUser()
  if (user && isAppPath(pathname) && (url.searchParams.has('notice') || storedInvitation())) {
    const { handleEntry } = await loadPart(() => import('./banners/entry.ts'))
    const settled = await handleEntry(user, url)
    if (settled !== null) return redirect(settled)
  }
  const projects = user && isAppPath(pathname) ? await queryClient.ensureQueryData(projectsQuery) : []
  const named = isAppPath(pathname) ? url.searchParams.get(projectParam) : null
  if (user && named !== null) {
    if (projects.some(({ id }) => id === named)) selectProject(named)
    return redirect(withoutProject(url))
  }
  const project = selectedProject(projects)
  guardedFor = project?.id
  const elsewhere = guard({
    path: pathname,
    signedIn: user !== null,
    hasProject: project !== undefined,
    hasAccess: project === undefined || (await hasAccess(project.id)),
    isAdmin: user?.internalAdmin === true,
  })
  if (elsewhere === paths.login) rememberPage(pathname + search)
  if (elsewhere !== null) return redirect(user ? elsewhere + preservedQuery(search) : elsewhere)
  // The same answer as for an unknown page.
  if (withoutTrailingSlash(pathname) === adminPath && !user?.internalAdmin) notFound({ request })
  return null
}

/** The project of the guard's last check. */
let guardedFor: string | undefined

/**
 * Returns whether navigation needs the guard: another page or project does, another lead or tab of the same page
 * doesn't.
 */
function leavesPage({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  const projects = queryClient.getQueryData(projectsQuery.queryKey) ?? []
  const isOther = selectedProject(projects)?.id !== guardedFor || nextUrl.searchParams.has(projectParam)
  return currentUrl.pathname !== nextUrl.pathname || isOther
}

/** Throws the error of an unknown page (SPEC 2; with the path as in DECISIONS 25). */
function notFound({ request }: { request: Request }): never {
  throw new CallError({
    status: 404,
    name: 'NotFoundError',
    message: `Page Not Found: ${decodedPath(new URL(request.url).pathname)}`,
    details: {},
  })
}

/** Guards a path without a page, so that it reveals nothing to visitors without access. */
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

/** Paths that redirect to others. */
const redirects = {
  '/app': paths.opportunities,
  '/app/settings/account': paths.accountMain,
  '/app/settings/project': paths.projectMain,
} as const satisfies Partial<Record<AppPath, AppPath>>

/** The screen of each page of the app, loaded when first opened. */
const screens = joinScreens([
  ...features,
  { name: 'kit', screens: { '/test': async () => (await import('./kit/kit.tsx')).Kit } },
])

/** Returns the pages of a layout in its frame. */
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
    // Inside the frame, so that the frame stays if a page fails to load.
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

/** All routes of the app. Errors are shown in the default layout, wherever they are thrown. */
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
        loader: behindGuard(({ request }) => redirect(target + preservedQuery(new URL(request.url).search))),
      })),
      { path: '/app/*', loader: behindGuard(notFound) },
      { path: '*', loader: notFound },
    ],
  },
]
