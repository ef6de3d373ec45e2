// Features of Chromium that are switched off for the tests. Of several such lists on its command line Chromium takes the last,
// so this one holds what Playwright's own does.

// As Playwright has it.
export const NEVER = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

// What costs more than the page of a test, for each visitor, and is never seen without a window: the pages in which the address
// bar makes its suggestions, two for each window, and a process in store for the next page.
export const COSTLY = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];
