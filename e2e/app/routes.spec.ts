import { entryPages, publicPages, routes } from '../paths.js'
import { goes, HOME, joinTeam, menu, registerCompany } from '../people.js'
import { expect, test } from '../story.js'

test('signed-out people reach the public pages, and all others redirect to login', async ({ somebody }) => {
  const page = await somebody()
  for (const path of [...publicPages, ...entryPages]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  for (const [path] of routes.filter(([path]) => path !== '/')) {
    await goes(page, path)
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
  }
  await page.goto('/')
  await expect(page).toHaveURL('/login')
})

for (const role of ['admin', 'member'] as const) {
  test(`every path leads a signed-in ${role} to the right page`, async ({ somebody }) => {
    const ada = await somebody()
    await registerCompany(ada)
    const page = role === 'admin' ? ada : await somebody()
    if (role === 'member') await joinTeam(page, ada)

    for (const [path, admin, member = admin] of routes) {
      await goes(page, path)
      await expect(menu(page)).toBeVisible()
      await expect(page).toHaveURL(role === 'admin' ? admin : member)
    }
    for (const path of publicPages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
    }
    for (const path of entryPages) {
      await goes(page, path)
      await expect(menu(page)).toBeVisible()
      await expect(page).toHaveURL(path.startsWith('/register') && role === 'admin' ? '/getting-started' : HOME)
    }
    await page.goto('/settings/nothing-of-that-name')
    const title = role === 'admin' ? 'Account Overview' : 'My Profile'
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
}

test('a redirect works again when the next navigation comes at once', async ({ somebody }) => {
  const page = await somebody()
  await registerCompany(page)
  await expect(menu(page)).toBeVisible()
  await page.evaluate((home) => {
    const goTo = (path: string) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }
    return new Promise<void>((resolve) => {
      const replaceState = history.replaceState.bind(history)
      history.replaceState = (state, unused, to) => {
        replaceState(state, unused, to)
        if (to !== home) return
        history.replaceState = replaceState
        // The first path has redirected, and its target is not rendered yet.
        queueMicrotask(() => {
          goTo('/conversations')
          resolve()
        })
      }
      goTo('/')
    })
  }, HOME)
  await expect(page).toHaveURL(HOME)
})

test('/sandbox shows its title', async ({ somebody }) => {
  const page = await somebody()
  await page.goto('/sandbox')
  await expect(page.getByText('UI Sandbox!')).toBeVisible()
})
