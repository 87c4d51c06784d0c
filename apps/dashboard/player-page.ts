import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build, type Plugin, type Rolldown } from 'vite'

const folder = `${import.meta.dirname}/src/features/sessions/player`
const replayerStyles = createRequire(import.meta.url).resolve('@rrweb/replay/dist/style.css')

/**
 * Builds the player of recorded pages as one file with its script and styles inside. The server allows exactly this script by its hash, so the page needs no request, and a recorded page can load nothing that the player may.
 */
export const playerPage = (): Plugin => ({
  name: 'player-page',
  apply: 'build',
  async generateBundle() {
    const { output } = (await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: { input: `${folder}/main.ts`, output: { format: 'iife' } },
      },
    })) as Rolldown.RolldownOutput
    // These would end the script element, or hide its end.
    const script = output[0].code.replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3C!--')
    const styles = [replayerStyles, `${folder}/player.css`].map((file) => readFileSync(file, 'utf8')).join('\n')
    const source = `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>Recorded page</title>
<style>${styles}</style>
<body><main></main></body>
<script>${script}</script>
</html>
`
    this.emitFile({ type: 'asset', fileName: 'session-player.html', source })
  },
})
