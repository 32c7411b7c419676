/** The endpoints for second factors and passkeys, which belong to no project (admissions.ts). */
export const secondFactorRows: Record<string, null> = {
  secondFactor: null,
  twoFactor: null,
  twoFactorCreate: null,
  twoFactorPut: null,
  twoFactorDelete: null,
  recoveryCodesPut: null,
  passkeyChallengeCreate: null,
  passkeySignIn: null,
  passkeys: null,
  passkeyRegistrationCreate: null,
  passkeysCreate: null,
  passkeysUpdate: null,
  passkeysDelete: null,
}
