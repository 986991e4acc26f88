import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element 'app'");
mount(App, { target });

// The static site keeps itself in the browser (scripts/sw.js).
if (__ENGINE__ === "wasm" && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("./sw.js"));
}
