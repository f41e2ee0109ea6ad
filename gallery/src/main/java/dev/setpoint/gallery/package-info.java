/// Small controllers with one known defect each, drawn from the published kinds of controller bugs, and their repaired
/// twins. A defect and its twin differ by the few lines at which the code asks which of the two it is.
///
/// [dev.setpoint.gallery.Gallery] has all of them. They know the public library alone, and nothing of what finds them.
@NullMarked
package dev.setpoint.gallery;

import org.jspecify.annotations.NullMarked;
