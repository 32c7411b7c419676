import type { AnyReading } from '#platform/server/database/rows/find.ts'
import { reader } from '#platform/server/database/rows/populate.ts'
import { type Feature, one, routes } from '#platform/server/feature.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { apiTokensEndpoints, identityEndpoints, socialEndpoints } from '../contract.ts'
import { twoFactorEndpoints } from '../contract-factors.ts'
import { passkeyEndpoints } from '../contract-passkeys.ts'
import { apiTokens, createApiToken, deleteApiToken } from './api-tokens.ts'
import { confirmEmail } from './confirm-email.ts'
import { dropEmailChange, readEmailChange } from './email-change.ts'
import { addPasskey, startPasskey } from './passkeys/register.ts'
import { readPasskeys, removePasskey, renamePasskey } from './passkeys/settings.ts'
import { challengeForPasskey, signInWithPasskey } from './passkeys/sign-in.ts'
import { changePassword, forgotPassword, mailPasswordLink, resetPassword } from './passwords.ts'
import { memberships, signedInUser, users } from './people.ts'

import { readSignInMethods } from './read-sign-in-methods.ts'
import { register } from './register.ts'
import { sendEmailConfirmation } from './send-confirmation.ts'
import { login } from './sessions/login.ts'
import { logout } from './sessions/logout.ts'
import { deleteOtherSessions, deleteSession, sessionsOf } from './sessions/session-list.ts'
import { beginLinking, unlinkIdentity } from './social/linking.ts'
import { readPending } from './social/pending.ts'
import { confirmSignInCode, mailSignInCode } from './social/sign-in-code.ts'
import { challengeOf, pendingOf } from './social/social-cookies.ts'
import {
  confirmTwoFactor,
  endTwoFactor,
  readTwoFactor,
  replaceRecoveryCodes,
  startTwoFactor,
} from './two-factor/settings.ts'
import { takeSecondStep } from './two-factor/sign-in.ts'
import { updateMe } from './update-me.ts'

/** `projects` reads the projects of memberships. */
export const accountsFeature = (projects: AnyReading): Feature => ({
  name: 'accounts',
  routes: [
    ...routes(identityEndpoints, {
      login: (ctx, { body, address }) => login(ctx, { ...body, address }),
      register: (ctx, { body, address }) => register(ctx, { ...body, address }),
      forgotPassword: (ctx, { body, address }) => forgotPassword(ctx, { ...body, address }),
      resetPassword: (ctx, { body, address }) => resetPassword(ctx, { ...body, address }),
      changePassword: (ctx, { body }) => changePassword(ctx, body),
      sendEmailConfirmation: (ctx, { body, address }) => sendEmailConfirmation(ctx, { ...body, address }),
      emailConfirmation: (ctx, { query, address }) => confirmEmail(ctx, { ...query, address }),
      me: (ctx, { query }) => reader({ memberships, projects }).findOne(ctx, signedInUser(ctx), signedInId(ctx), query),
      emailChange: (ctx) => one(readEmailChange(ctx)),
      emailChangeDelete: (ctx) => dropEmailChange(ctx),
      logout: (ctx) => logout(ctx),
      meUpdate: (ctx, { body, address }) => updateMe(ctx, { ...body, address }),
      sessionsDelete: (ctx, { id }) => deleteSession(ctx, id),
      otherSessionsDelete: (ctx) => deleteOtherSessions(ctx),
    }),
    ...routes(apiTokensEndpoints, {
      apiTokensCreate: (ctx, { body }) => one(createApiToken(ctx, body)),
      apiTokensDelete: (ctx, { id }) => deleteApiToken(ctx, { id }),
    }),
    ...routes(socialEndpoints, {
      pendingIdentityEmail: (ctx, { body, cookies, address }) =>
        mailSignInCode(ctx, { ...body, browser: pendingOf(cookies), address }),
      pendingIdentityCode: (ctx, { body, cookies }) => confirmSignInCode(ctx, { ...body, browser: pendingOf(cookies) }),
      linkStart: (ctx, { body, address }) => one(beginLinking(ctx, { ...body, address })),
      identitiesDelete: (ctx, { id }) => unlinkIdentity(ctx, { id }),
      passwordMailCreate: (ctx, { address }) => one(mailPasswordLink(ctx, { address })),
      pendingIdentity: (ctx, { cookies }) => readPending(ctx, pendingOf(cookies)),
      signInMethods: (ctx) => one(readSignInMethods(ctx)),
    }),
    ...routes(twoFactorEndpoints, {
      secondFactor: (ctx, { body, cookies, address }) =>
        takeSecondStep(ctx, { code: body.code, challenge: body.challenge ?? challengeOf(cookies) ?? '', address }),
      twoFactor: (ctx) => one(readTwoFactor(ctx)),
      twoFactorCreate: (ctx, { body }) => one(startTwoFactor(ctx, body)),
      twoFactorPut: (ctx, { body, address }) => one(confirmTwoFactor(ctx, { ...body, address })),
      twoFactorDelete: (ctx, { body, address }) => endTwoFactor(ctx, { ...body, address }),
      recoveryCodesPut: (ctx, { body, address }) => one(replaceRecoveryCodes(ctx, { ...body, address })),
    }),
    ...routes(passkeyEndpoints, {
      passkeyChallengeCreate: (ctx, { address }) => one(challengeForPasskey(ctx, { address })),
      passkeySignIn: (ctx, { body, address }) => signInWithPasskey(ctx, { ...body, address }),
      passkeys: (ctx) => one(readPasskeys(ctx)),
      passkeyRegistrationCreate: (ctx, { body, address }) => one(startPasskey(ctx, { ...body, address })),
      passkeysCreate: (ctx, { body, address }) => one(addPasskey(ctx, { ...body, address })),
      passkeysUpdate: (ctx, { id, body }) => one(renamePasskey(ctx, { ...body, id })),
      passkeysDelete: (ctx, { id }) => removePasskey(ctx, { id }),
    }),
  ],
  readings: { sessions: sessionsOf, apiTokens, users, memberships },
})
