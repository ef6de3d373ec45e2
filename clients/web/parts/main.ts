// Every part that the boards share, in each of its states, at /parts of `script/web dev`. What is built has no such page.
import { mount } from 'svelte';
import '../src/app.css';
import Parts from './Parts.svelte';
import { rendered } from './rendered';

declare global {
  interface Window {
    rendered: typeof rendered;
  }
}

window.rendered = rendered;
mount(Parts, { target: document.getElementById('app')! });
