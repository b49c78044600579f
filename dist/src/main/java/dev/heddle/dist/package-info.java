/**
 * Makes the container image of the command, by a build that needs neither Docker nor a registry.
 *
 * <p>The image is an archive of the Open Container Initiative's image layout: blobs named by their
 * SHA-256, of which {@code index.json} names the manifest, that the configuration and the layers.
 * It is built up from nothing: the C library with what Java and the native libraries of the jars
 * ask of the system, a user, the small Java of the platform's archive, the libraries, Heddle. There
 * is no shell. Every time, owner and order in it is stated, so that the same installation gives the
 * same bytes; caches of fast starts, of which no two are equal, are left out.
 */
@NullMarked
package dev.heddle.dist;

import org.jspecify.annotations.NullMarked;
