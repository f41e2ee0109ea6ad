package dev.setpoint.gallery;

import java.util.ArrayList;
import java.util.List;

/// Every exhibit.
public final class Gallery {
    private Gallery() {}

    public static List<Exhibit> all() {
        List<Exhibit> all = new ArrayList<>();
        all.addAll(Forgetful.all());
        all.addAll(Careless.all());
        all.addAll(Restless.all());
        all.addAll(Deaf.all());
        all.addAll(Hasty.all());
        return List.copyOf(all);
    }
}
