import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://localhost:4000'

export default defineConfig({
  plugins: [react()],
  // Workspace packages are taken from their sources, so nothing has to be built before the dashboard.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    target: 'es2022',
    sourcemap: false,
    // A style sheet that once could not be fetched is not fetched again, and the part it belongs to would come undressed.
    cssCodeSplit: false,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/files': server,
      '/widget': server,
      '/socket': { target: server, ws: true },
    },
  },
})
