import { decodedPath } from '@earshot/contract/paths'
import { guard } from '@earshot/engine/access'
import type { RouteObject } from 'react-router'
import { Outlet, redirect, ScrollRestoration, useLocation } from 'react-router'
import { AppError } from './app-error.tsx'
import { CallError } from './call-error.ts'
import { paths } from './paths.ts'
import { projectsQuery } from './project.ts'
import { queryClient } from './query-client.ts'
import { rememberPage } from './redirect.ts'
import { currentUser } from './session.ts'
import { Starting } from './starting.tsx'
import { titleOf } from './title.ts'

/** The order of guards and landing of DECISIONS 1 and 2; the server has already asked the same of the first page. */
async function guarded({ request }: { request: Request }) {
  const { pathname, search } = new URL(request.url)
  const user = await currentUser()
  const projects = user && pathname.startsWith(paths.app) ? await queryClient.ensureQueryData(projectsQuery) : []
  const elsewhere = guard({
    path: pathname,
    signedIn: user !== null,
    hasProject: projects.length > 0,
    hasAccess: true,
  })
  if (elsewhere === paths.login) rememberPage(pathname + search)
  return elsewhere === null ? null : redirect(elsewhere)
}

/** Another lead or tab of the same page changes nothing about who may see it. */
function leavesPage({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname
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

/** Every page of /app and /auth. A screen is fetched when it is first asked for. */
export const routes: RouteObject[] = [
  {
    element: <Page />,
    errorElement: <AppError />,
    hydrateFallbackElement: <Starting />,
    children: [
      {
        path: '/auth',
        loader: guarded,
        lazy: async () => ({ Component: (await import('./layouts/auth.tsx')).AuthLayout }),
        children: [
          { path: 'login', lazy: async () => ({ Component: (await import('./screens/auth-login/login.tsx')).Login }) },
          {
            path: 'signup',
            lazy: async () => ({ Component: (await import('./screens/auth-signup/signup.tsx')).Signup }),
          },
          { path: '*', loader: notFound },
        ],
      },
      {
        path: '/app/setup',
        loader: guarded,
        lazy: async () => ({ Component: (await import('./screens/setup/setup.tsx')).Setup }),
      },
      {
        path: '/app',
        loader: guarded,
        shouldRevalidate: leavesPage,
        lazy: async () => ({ Component: (await import('./layouts/dashboard.tsx')).DashboardLayout }),
        children: [
          { index: true, loader: () => redirect(paths.opportunities) },
          {
            path: 'opportunities',
            lazy: async () => ({
              Component: (await import('./screens/opportunities/opportunities.tsx')).Opportunities,
            }),
          },
          { path: 'settings/account', loader: () => redirect(paths.accountMain) },
          { path: 'settings/project', loader: () => redirect(paths.projectMain) },
          {
            path: 'settings',
            lazy: async () => ({ Component: (await import('./layouts/settings.tsx')).SettingsLayout }),
            children: [
              {
                path: 'account/main',
                lazy: async () => ({
                  Component: (await import('./screens/settings-account-main/account.tsx')).AccountSettings,
                }),
              },
              {
                path: 'project/main',
                lazy: async () => ({
                  Component: (await import('./screens/settings-project-main/project.tsx')).ProjectSettings,
                }),
              },
              {
                path: 'project/keywords',
                lazy: async () => ({
                  Component: (await import('./screens/settings-project-keywords/keywords.tsx')).KeywordSettings,
                }),
              },
              {
                path: 'project/competitors',
                lazy: async () => ({
                  Component: (await import('./screens/settings-project-competitors/competitors.tsx'))
                    .CompetitorSettings,
                }),
              },
            ],
          },
        ],
      },
      { path: '/app/*', loader: (args) => guarded(args).then((elsewhere) => elsewhere ?? notFound(args)) },
      { path: '*', loader: notFound },
    ],
  },
]
