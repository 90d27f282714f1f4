/** The accessibility service: the core's host on phones that have the app installed and switched on. */
package dev.fovea.service;
